import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeCategory, makeProduct, makeSupplier } from '#tests/factories.ts'
import { listShop } from '../shop/list-shop.ts'
import { searchText } from './search-text.ts'

const { database, send } = await createTestApp()

type Query = {
  search: string
  exact?: boolean
  suggest?: boolean
  inStock?: boolean
  page?: number
  pageSize?: number
  category?: string
}

async function shop({ category = 'all', ...query }: Query) {
  const { status, body } = await send(productCalls.listShop, {
    params: { a: ' ', b: ' ', category, supplier: 'all' },
    query,
  })
  expect(status).toBe(200)
  return { ...body.data, names: body.data.products.map((product) => product.tradename) }
}

/** Name, category, DCM, laboratory, stock, barcode: written as pharmacies write them. */
const ROWS: [
  name: string,
  category: string,
  dcm?: string,
  laboratory?: string,
  stock?: number,
  code?: string,
][] = [
  [
    'LOSARTAN POT.50MG.30 COM.REC. (B.E) AUSTRAL',
    'Antihipertensivos',
    'LOSARTAN POTASICO 50 MG',
    'GENERICOS',
  ],
  ['LOSARTAN POT.100MG.30COM. (B.E) NORTE', 'Antihipertensivos', 'LOSARTAN POTASICO', 'GENERICOS', 0],
  ['PRESARIL 50MG X30COMP', 'Antihipertensivos', 'LOSARTAN POTASICO 50 MG', 'AUSTRAL'],
  ['BALSARIL 80MG.28COM.', 'Antihipertensivos', 'VALSARTAN 80 MG', 'AUSTRAL'],
  ['PARACETAMOL500MG X16COMP', 'Analgésico', 'PARACETAMOL 500 MG', 'GENERICOS'],
  ['PARACETAMOL GTS 15 ML NORTE', 'Analgésico', 'PARACETAMOL 100 MG', 'GENERICOS'],
  ['PARACETAMOL JBE.120MG/5ML.60ML', 'Analgésico', 'PARACETAMOL 120 MG', 'NORTE'],
  ['PARACETAMOL 125MG.6SUP. NORTE', 'Analgésico', 'PARACETAMOL 125 MG', 'NORTE'],
  ['QUITASOL FORTE 650MG.20COM.', 'Analgésico', 'CAFEINA 40 MG,PARACETAMOL 650 MG', 'PATAGONIA'],
  ['IBUPROFENO 400MG.20COM. AUSTRAL', 'Analgésico', 'IBUPROFENO 400 MG', 'GENERICOS'],
  ['IBUPROFENO 600MG.20COM.REC.', 'Analgésico', 'IBUPROFENO 600 MG', 'GENERICOS'],
  ['IBUPROFENO 400 MG/10 ML SUSP.', 'Analgésico', 'IBUPROFENO', 'NORTE'],
  ['TOSILAN JBE.30MG/5ML. 120ML', 'ANTITUSIVO', 'LEVODROPROPIZINA 30 MG', 'PATAGONIA'],
  ['BRONQUIL JARABE X120ML', 'Productos para tos - mucolíticos', 'AMBROXOL 30 MG', 'PATAGONIA'],
  ['AB CALMATOS 12COM.', 'ANTITUSIVO', 'NOSCAPINA 10 MG', 'AUSTRAL'],
  ['ALGODON PRODUCTO HIDROFILO 100 GRS', 'Algodón y relacionados', '', 'SIN ASIGNACION'],
  ['VISTALIN SOL.OFT.0.1% 5ML', 'Oftálmicos', 'OLOPATADINA 0.1 %', 'AUSTRAL'],
  ['LAGRIMIN GOTAS OFTALMICAS 10ML', 'Oftálmicos', 'HIALURONATO', 'AUSTRAL'],
  ['CONDONES TRANSPARENTES DE LATEX X3UND', 'Dispositivos y accesorios médicos'],
  ['PRESERVATIVO CON SABORES. 3 UNIDADES.', 'Dispositivos y accesorios médicos', '', 'SENTIR'],
  ['URGENCIA 1.5MG.1COM.', 'ANTICONCEPTIVO ORAL Y VAGINAL', 'LEVONORGESTREL 1,5 MG', 'AUSTRAL'],
  ['CICLOMAR 21COM.', 'ANTICONCEPTIVO ORAL Y VAGINAL', 'ETINILESTRADIOL 30 MCG,GESTODENO 75 MCG', 'NORTE'],
  ['SANAL JBE. ANTIALERGICO 100ML', 'Antihistamínicos', 'CETIRIZINA 5 MG', 'NORTE'],
  ['CLONAZEPAM 0.5MG.30COM.', 'Ansiolíticos', 'CLONAZEPAM 0.5 MG', 'GENERICOS'],
  ['CLONAZEPAM 2.0MG.30COM.', 'Ansiolíticos', 'CLONAZEPAM 2 MG', 'GENERICOS', 0],
  ['EUTIMAX 100MCG.50COM.', 'Hormonas tiroideas', 'LEVOTIROXINA 100 MCG', 'NORTE'],
  ['EUTIMAX 50MCG.50COM.', 'Hormonas tiroideas', 'LEVOTIROXINA 50 MCG', 'NORTE'],
  ['AMOXICILINA+AC.CLAV.875/125MG.14COM.', 'Antibióticos', 'AMOXICILINA,ACIDO CLAVULANICO 125 MG'],
  ['VITAMINA C 1000MG.60COM.', 'Vitaminas - minerales', 'VITAMINA C', 'PATAGONIA'],
  ['VITAMINA D3 800UI GOTAS', 'Vitaminas - minerales', 'COLECALCIFEROL', 'PATAGONIA'],
  ['COMPLEJO B12 X30CAPS', 'Vitaminas - minerales', 'CIANOCOBALAMINA', 'PATAGONIA'],
  ['NISTATINA UNG.TOPIC 100.000U.I./G 15GR.', 'Antimicóticos', 'NISTATINA', 'NORTE'],
  ['AGUA OXIGENADA 10 VOLUMENES 1 LTS.', 'Desinfectantes', '', 'SIN ASIGNACION'],
  ['PROTECTOR SOLAR FPS50 190G', 'Dermatológicos', '', 'SENTIR'],
  ['PANALES BEBITO TALLA G 18 UN.', 'Bebé', '', 'SENTIR'],
  ['PANAL BEBITO TALLA XG X 14', 'Bebé', '', 'SENTIR'],
  ['TEST DE EMBARAZO DIGITAL X1', 'Dispositivos y accesorios médicos', '', 'SENTIR'],
  ['CREMA PARA MANOS X75G', 'Dermatológicos', '', 'SENTIR'],
  ['MICOCID CR.1% 30GR', 'Antimicóticos', 'CICLOPIROX 1 %', 'NORTE'],
  ['SALBUTAMOL AEROSOL 100MCG/DS 200DS.', 'Broncodilatadores', 'SALBUTAMOL', 'GENERICOS'],
  ['ENSOLAR PVO.850GR CHOCOLATE', 'Suplementos', 'PROTEINAS', 'PATAGONIA', 3, '0736123456784,C-17'],
  ['ACIDO ACETILSALICILICO 100MG X50COMP', 'Analgésico', 'ACIDO ACETILSALICILICO 100 MG', 'NORTE'],
  ['ESOPRAX 20MG.28CAPS', 'Antiulcerosos', 'ESOMEPRAZOL 20 MG', 'PATAGONIA'],
  ['METAMIZOL 250MG.5 SUP.', 'Analgésico', 'METAMIZOL 250 MG', 'NORTE'],
  ['OXIDO ZINC 10GR.', 'Otras sales', 'OX.ZINC', 'GENERICOS'],
  ['DOSIFICADOR DE COMPRIMIDOS 7 DIAS', 'Dispositivos y accesorios médicos', '', 'SENTIR'],
]

for (const [tradename, category, dcm = '', laboratory = 'SIN ASIGNACION', stock = 10, code] of ROWS)
  await makeProduct(database, { tradename, category, dcm, laboratory, stock, ...(code && { barcode: code }) })

/** The full names of the products, from the beginnings of their names. */
const named = (...beginnings: string[]) =>
  beginnings.map((beginning) => ROWS.find(([name]) => name.startsWith(beginning))![0])

describe('a search', () => {
  test.each<[search: string, firstHits: string[]]>([
    // Names, then DCM, then laboratory, then category.
    ['losartan', ['LOSARTAN POT.50', 'PRESARIL', 'LOSARTAN POT.100']],
    ['Losartán 50 mg', ['LOSARTAN POT.50', 'PRESARIL']],
    ['losartan 50mg', ['LOSARTAN POT.50', 'PRESARIL']],
    ['losartan 100', ['LOSARTAN POT.100']],
    ['paracetamol', ['PARACETAMOL 125', 'PARACETAMOL GTS', 'PARACETAMOL JBE', 'PARACETAMOL500', 'QUITASOL']],
    ['austral', ['IBUPROFENO 400MG.', 'LOSARTAN POT.50', 'AB CALMATOS']],
    ['antihipertensivo', ['BALSARIL', 'LOSARTAN POT.50', 'PRESARIL', 'LOSARTAN POT.100']],
    ['eutimax 50', ['EUTIMAX 50']],
    ['eutimax 100 mcg', ['EUTIMAX 100']],
    ['norte antimicotico', ['MICOCID', 'NISTATINA']],
    // Products that can't be bought come last.
    ['clonazepam', ['CLONAZEPAM 0.5', 'CLONAZEPAM 2.0']],
    ['clonazepam 2 mg', ['CLONAZEPAM 2.0']],
    // Strengths.
    ['0,5 mg clonazepam', ['CLONAZEPAM 0.5']],
    ['paracetamol 500', ['PARACETAMOL500']],
    ['paracetamol 500mg comprimidos', ['PARACETAMOL500']],
    ['100.000 ui', ['NISTATINA']],
    ['400 mg/10 ml', ['IBUPROFENO 400 MG/10 ML']],
    ['ibuprofeno 400', ['IBUPROFENO 400 MG/10', 'IBUPROFENO 400MG.20']],
    ['ibuprofeno 600 mg', ['IBUPROFENO 600']],
    ['vitamina c 1000', ['VITAMINA C']],
    ['vitamina c', ['VITAMINA C']],
    ['agua oxigenada 1 litro', ['AGUA OXIGENADA']],
    ['b12', ['COMPLEJO B12']],
    // Beginnings of words: "tos" isn't in "producto".
    ['tos', ['TOSILAN', 'AB CALMATOS', 'BRONQUIL']],
    ['lo', ['LOSARTAN POT.50', 'LOSARTAN POT.100']],
    ['v', ['VISTALIN', 'VITAMINA C', 'VITAMINA D3']],
    // Inside words, only if no word begins with the text.
    ['profeno', ['IBUPROFENO 400 MG/10', 'IBUPROFENO 400MG.20', 'IBUPROFENO 600']],
    // Stop words and plurals.
    ['pastillas para la tos', ['AB CALMATOS']],
    ['jarabe para la tos', ['TOSILAN', 'BRONQUIL']],
    ['gotas para los ojos', ['LAGRIMIN', 'VISTALIN']],
    ['condones', ['CONDONES', 'PRESERVATIVO']],
    ['pañales talla g', ['PANALES BEBITO TALLA G']],
    ['panal xg', ['PANAL BEBITO TALLA XG']],
    ['crema de manos', ['CREMA PARA MANOS']],
    // Synonyms.
    ['condón', ['CONDONES', 'PRESERVATIVO']],
    ['preservativos', ['PRESERVATIVO', 'CONDONES']],
    ['paracetamol jarabe', ['PARACETAMOL JBE']],
    ['paracetamol gotas', ['PARACETAMOL GTS']],
    ['paracetamol supositorio', ['PARACETAMOL 125']],
    ['acetaminofeno gotas', ['PARACETAMOL GTS']],
    ['píldora del día después', ['URGENCIA']],
    ['pastilla del día después', ['URGENCIA']],
    ['anticonceptivo de emergencia', ['URGENCIA']],
    ['aspirina', ['ACIDO ACETILSALICILICO']],
    ['dipirona', ['METAMIZOL']],
    ['prueba de embarazo', ['TEST DE EMBARAZO']],
    ['bloqueador solar', ['PROTECTOR SOLAR']],
    ['salbutamol inhalador', ['SALBUTAMOL']],
    ['remedio para la alergia', ['SANAL']],
    ['acido clavulanico', ['AMOXICILINA']],
    ['hongos', ['MICOCID', 'NISTATINA']],
    // Codes, with and without leading zeros, one of several.
    ['736123456784', ['ENSOLAR']],
    ['00736123456784', ['ENSOLAR']],
    ['c-17', ['ENSOLAR']],
    // Nothing of the kind.
    ['zzzzzz', []],
    ['°', []],
  ])('for %j finds %j first', async (search, firstHits) => {
    const { names, corrected } = await shop({ search })
    expect(names.slice(0, firstHits.length)).toEqual(named(...firstHits))
    if (firstHits.length === 0) expect(names).toEqual([])
    expect(corrected).toBeUndefined()
  })

  test.each<[search: string, corrected: string | undefined, first: string | undefined]>([
    ['lozartan 50 mg', 'losartan 50 mg', 'LOSARTAN POT.50'],
    ['lozartan50mg', 'losartan 50mg', 'LOSARTAN POT.50'],
    ['Parasetamol', 'paracetamol', 'PARACETAMOL 125'],
    ['ivuprofeno 600', 'ibuprofeno 600', 'IBUPROFENO 600'],
    ['clonasepan', 'clonazepam', 'CLONAZEPAM 0.5'],
    ['kitasol', 'quitasol', 'QUITASOL'],
    ['preserbatibo', 'preservativo', 'PRESERVATIVO'],
    ['amoxisilina', 'amoxicilina', 'AMOXICILINA'],
    ['paracetmaol jarabe', 'paracetamol jarabe', 'PARACETAMOL JBE'],
    // Known words of therapy that no product has.
    ['prednisona', undefined, undefined],
    ['lorazepam', undefined, undefined],
    ['antiviral', undefined, undefined],
    ['omeprazol', undefined, undefined],
    ['valsartan', undefined, 'BALSARIL'],
    // Too short, too far, numbers.
    ['tox', undefined, undefined],
    ['xilofono', undefined, undefined],
  ])('for %j is understood as %j', async (search, corrected, first) => {
    const answer = await shop({ search })
    expect(answer.corrected).toBe(corrected)
    expect(answer.names[0]).toBe(first && named(first)[0])
    if (!corrected) return
    expect(await shop({ search, exact: true })).toMatchObject({ total: 0, products: [] })
    expect((await shop({ search: corrected })).names).toEqual(answer.names)
  })

  test('for the whole name of any product finds it first', async () => {
    for (const [name] of ROWS) expect((await shop({ search: name })).names[0]).toBe(name)
  })

  test('has the total on every page, and obeys the filters', async () => {
    const { total, names } = await shop({ search: 'comprimidos', page: 2, pageSize: 4 })
    expect(names).toHaveLength(4)
    expect(await shop({ search: 'comprimidos', page: 99, pageSize: 4 })).toMatchObject({
      total,
      products: [],
    })
    expect((await shop({ search: 'comprimidos', category: 'Ansiolíticos' })).names).toEqual(
      named('CLONAZEPAM 0.5', 'CLONAZEPAM 2.0'),
    )
  })

  test('for signs that mean something to the database finds nothing, and does no harm', async () => {
    for (const search of ["'", ':*', 'a & !b', "losartan' | 'x", '\\', '%', '!', '<->', '|', '^lo'])
      expect((await shop({ search })).corrected, search).toBeUndefined()
    expect((await shop({ search: "losartan:A & !'50mg'", exact: true })).names).toEqual([])
  })
})

describe('suggestions', () => {
  test('are products and the names of categories and laboratories, while the last word is typed', async () => {
    const typed = await shop({ search: 'ant', suggest: true, pageSize: 5 })
    expect(typed.suggestions).toEqual({
      categories: ['Antihipertensivos', 'ANTICONCEPTIVO ORAL Y VAGINAL', 'Antimicóticos', 'ANTITUSIVO'],
      laboratories: [],
    })
    expect(typed.names).toHaveLength(5)
    expect((await shop({ search: 'patag', suggest: true })).suggestions).toEqual({
      categories: [],
      laboratories: ['PATAGONIA'],
    })
    expect((await shop({ search: 'losartan pota', suggest: true })).names[0]).toBe(
      named('LOSARTAN POT.50')[0],
    )
    expect((await shop({ search: 'losartan 5', suggest: true })).names[0]).toBe(named('LOSARTAN POT.50')[0])
    expect((await shop({ search: 'preserv', suggest: true })).names).toEqual(
      named('PRESERVATIVO', 'CONDONES'),
    )
    expect(await shop({ search: 'lozart', suggest: true })).toMatchObject({ corrected: 'losartan' })
    expect((await shop({ search: 'ant' })).suggestions).toBeUndefined()
  })

  test('leave out inactive names and names without products', async () => {
    await makeCategory(database, 'Zapatos')
    const supplier = await makeSupplier(database, 'Zapallar')
    await makeProduct(database, { tradename: 'ZUECO', category: 'Zuecos', laboratory: 'Zapallar' })
    expect((await shop({ search: 'z', suggest: true })).suggestions).toEqual({
      categories: ['Zuecos'],
      laboratories: ['Zapallar'],
    })
    await database.updateTable('suppliers').set({ status: 'Inactivo' }).where('id', '=', supplier).execute()
    await database.updateTable('categories').set({ status: false }).where('name', '=', 'Zuecos').execute()
    expect((await shop({ search: 'Z', suggest: true })).suggestions).toEqual({
      categories: [],
      laboratories: [],
    })
  })

  test('are the best ones of very many products', async () => {
    const category = await makeCategory(database, 'Bebé')
    const supplier = await makeSupplier(database, 'SENTIR')
    await sql`
      insert into products (tradename, category_id, supplier_id, cost, stock, sale_condition)
      select 'MAMADERA ' || n, ${category}, ${supplier}, 100, n % 2, 'none' from generate_series(1, 700) n`.execute(
      database,
    )
    await makeProduct(database, { tradename: 'MAMA', stock: 0, category: 'Bebé', laboratory: 'SENTIR' })
    const { names } = await shop({ search: 'mama', suggest: true, pageSize: 3 })
    expect(names).toEqual((await shop({ search: 'mama', pageSize: 3 })).names)
    expect(names).toEqual(['MAMADERA 1', 'MAMADERA 101', 'MAMADERA 103'])
    expect((await shop({ search: 'sentir', suggest: true, pageSize: 3 })).names).toHaveLength(3)
  })
})

test('a search takes one statement, and a mistyped one at most three: as typed, similar words, corrected', async () => {
  const statements = async (search: string) => {
    let number = 0
    const counting = database.withPlugin({
      transformQuery({ node }) {
        number += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await listShop(counting, { category: 'all', supplier: 'all', page: 1, search })
    return number
  }
  expect(await statements('losartan 50 mg')).toBe(1)
  for (const search of ['lozartan 50 mg', 'lozart', 'zzzzzz'])
    expect(await statements(search), search).toBeLessThan(4)
})

test('a therapeutic action is searched like a category', async () => {
  await makeProduct(database, {
    tradename: 'ZUMBAFEN 20COM.',
    category: 'Farmacia',
    therapeutic_action: 'Hipolipemiante',
  })
  expect((await shop({ search: 'hipolipemiantes' })).names).toEqual(['ZUMBAFEN 20COM.'])
})

test('a word is corrected to the word of a product as soon as there is one', async () => {
  const search = 'clavicordioo'
  expect((await shop({ search })).corrected).toBeUndefined()
  await makeProduct(database, { tradename: 'CLAVICORDIO' })
  expect(await shop({ search, inStock: true })).toMatchObject({
    corrected: 'clavicordio',
    names: ['CLAVICORDIO'],
  })
  expect((await shop({ search: 'clavicordio' })).names).toEqual(['CLAVICORDIO'])
})

test('the server and the database prepare text in the same way', async () => {
  const texts = [
    ...ROWS.flatMap(([name, category, dcm, laboratory]) => [name, category, dcm ?? '', laboratory ?? '']),
    '1.000 ui; 1.000.000 U.I.; 0.075MG; 10.000; 2,50; 12,5/25; 5.; .5 mg; 1.5.2; 10.0',
    'PRAZIQUANTEL 175MGEMBONATO 504MGX60CAPS 2MGETINIL 10 cm x 2.7 m X30 x 12',
    'dosis mes meses tos ojos uñas unidades condones sobres jarabes madres análisis virus',
    'Ñandú, ÜBER (B.E) «x» a_b c-d e/f % 5% 70-',
    '',
  ]
  const { rows } = await sql<{ prepared: string }>`
    select search_text(given) as prepared from unnest(${texts}::text[]) with ordinality t (given, n) order by n`.execute(
    database,
  )
  expect(rows.map(({ prepared }) => prepared)).toEqual(texts.map(searchText))
  expect(searchText('PARACETAMOL500MG X30COMP.(B.E) 0,5 mg 1.000 UI dosis/mes condones')).toBe(
    'paracetamol 500mg 30 comp b e 0.5mg 1000ui dosis mes condon',
  )
})
