import { describe, expect, test } from 'vitest'
import { productCalls } from '#contract/products.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct } from '#tests/factories.ts'

const { database, send } = await createTestApp()

async function shop(search: string, query: { exact?: boolean; suggest?: boolean; inStock?: boolean } = {}) {
  const { status, body } = await send(productCalls.listShop, {
    params: { a: ' ', b: ' ', category: 'all', supplier: 'all' },
    query: { search, ...query },
  })
  expect(status).toBe(200)
  return { ...body.data, names: body.data.products.map((product) => product.tradename) }
}

/** Name, category, DCM, laboratory, stock. */
const ROWS: [name: string, category: string, dcm?: string, laboratory?: string, stock?: number][] = [
  ['FEBRANOL 500MG.16COM.', 'Analgésico Antipirético', 'PARACETAMOL 500 MG'],
  ['PARACETAMOL 500MG X24COMP', 'Analgésico', 'PARACETAMOL 500 MG', 'GENERICOS'],
  ['PARACETAMOL GTS 15 ML SUR', 'Analgésico', 'PARACETAMOL 100 MG', 'GENERICOS'],
  ['PARACETAMOL + CAFEINA 500/65MG 20COM', 'Analgésico', 'PARACETAMOL 500 MG + CAFEINA 65 MG'],
  ['PARACETAMOL 1G.20COM.NORTE', 'Analgésico', 'PARACETAMOL 1 G', 'GENERICOS', 0],
  ['IBUPROFENO 400MG.20COM.', 'Analgésico', 'IBUPROFENO 400 MG', 'GENERICOS'],
  ['IBUSUR SUSP.100MG/5ML 100ML', 'Analgésico', 'IBUPROFENO 100 MG'],
  ['ACIDO ACETILSALICILICO 100MG X50COMP', 'Cardiología', 'ACIDO ACETILSALICILICO 100 MG'],
  ['ESTOMASUR SUSP.ORAL 180ML', 'ANTIACIDOS', 'HIDROXIDO DE ALUMINIO,HIDROXIDO DE MAGNESIO'],
  ['FAMOTIDINA 20MG X20COMP', 'Antiulcerosos', 'FAMOTIDINA 20 MG'],
  ['MICOSUR CR.1% 20GR', 'Fungicidas o antimicóticos', 'CLOTRIMAZOL 1 %'],
  ['CLOTRIMAZOL OV.500MG X1', 'Ginecología', 'CLOTRIMAZOL 500 MG'],
  ['CAPILSUR LOCION 60ML', 'SIN CLASIFICAR', 'PERMETRINA 1 %'],
  ['PEINE METALICO ANTIPIOJOS', 'Accesorios'],
  ['LOPERAMIDA 2MG.6COM.', 'SIN CLASIFICAR', 'LOPERAMIDA 2 MG', 'GENERICOS'],
  ['SALES REHIDRA.60MEQ.4SACHET', 'Agua y electrolitos', ''],
  ['GRIPASUR DIA 12COM.', 'ANTIGRIPAL', 'PARACETAMOL 500 MG,CLORFENAMINA 4 MG'],
  ['LORATADINA 10MG.30COM.', 'Antihistamínicos', 'LORATADINA 10 MG', 'GENERICOS'],
  ['LORASUR JBE.60ML', 'Antihistamínicos', 'LORATADINA 5 MG'],
  ['LACTULOSA 65% 200ML', 'LAXANTE', 'LACTULOSA'],
  ['SUPOSITORIOS GLICERINA ADULTO X6', 'SIN CLASIFICAR', 'GLICERINA'],
  ['CRANBERRY FORTE X60CAPS', 'NATURALES'],
  ['MELATONINA 3MG.30COM.', 'SIN CLASIFICAR', 'MELATONINA 3 MG'],
  ['NOCTISUR VALERIANA 200MG 20COMP', 'PRODUCTOS NATURALES', 'VALERIANA 200 MG'],
  ['QUEMASUR CR.30GR', 'Dermatológicos', 'SULFADIAZINA DE PLATA 1 %'],
  ['SOLARIS EMULSION FPS50 200ML', 'Dermocosmética'],
  ['PROTECTOR SOLAR KIDS SPRAY 50FPS 200ML', 'Dermocosmética'],
  ['MORDEDOR REFRIGERANTE 3+M', 'Bebé'],
  ['CLONAZEPAM 2MG.30COM.', 'Ansiolíticos', 'CLONAZEPAM 2 MG', 'GENERICOS'],
  ['CLONAZEPAM 0.5MG.30COM.', 'Ansiolíticos', 'CLONAZEPAM 0.5 MG', 'GENERICOS'],
  ['BUDESONIDA 200MCG INH.200DS', 'Broncodilatadores', 'BUDESONIDA 200 MCG'],
  ['LEVONORGESTREL 0.75MG.2COM.', 'ANTICONCEPTIVO ORAL Y VAGINAL', 'LEVONORGESTREL 0,75 MG'],
  ['AMOXICILINA 500MG.21CAPS', 'Antibióticos', 'AMOXICILINA 500 MG', 'GENERICOS'],
  ['AMOXICILINA S.O. 500MG/5ML 60ML', 'Antibióticos', 'AMOXICILINA 500 MG', 'GENERICOS'],
  ['AMOXICILINA+AC.CLAV.875/125MG.14COM.', 'Antibióticos', 'AMOXICILINA,ACIDO CLAVULANICO'],
  ['AZITROMICINA 500MG X6COMP', 'BODEGA', 'AZITROMICINA 500 MG'],
  ['LOSARTAN 50MG X30COMP', 'Antihipertensivos', 'LOSARTAN 50 MG', 'GENERICOS', 0],
  ['LOSARTAN+HCT 50/12.5MG X30COMP', 'Antihipertensivos', 'LOSARTAN,HIDROCLOROTIAZIDA'],
  ['AMLODIPINO 5MG.30COM.', 'Antihipertensivos', 'AMLODIPINO 5 MG'],
  ['IVERMECTINA 6MG X 4COMP', 'Antiparasitarios', 'IVERMECTINA 6 MG', '', 0],
  ['IVERMECTINA GOTAS PERRO 10ML', 'MEDICAMENTOS VETERINARIOS', 'IVERMECTINA'],
  ['NAN OPTI PRO 1 800GR', 'Nutrición infantil'],
  ['CREMA HUMECTANTE TEATRAL 200GR', 'Cosmética'],
  ['HIDROCORTISONA CR.1% 15GR', 'Dermatológicos', 'HIDROCORTISONA 1 %'],
  ['BEBESUR PANAL XG X 14', 'Bebé'],
  ['BEBESUR PANAL XXG X 12', 'Bebé'],
  ['BEBESUR PANAL TALLA M X 20', 'Bebé'],
  ['TINTURA KOLORSUR 7.1 RUBIO CENIZA', 'Cosmética'],
  ['TINTURA KOLORSUR 6.66 ROJO INTENSO', 'Cosmética'],
  ['BASE LIQUIDA TONO 120 30ML', 'Cosmética'],
  ['TERMOMETRO DIGITAL X1UND', 'Dispositivos y accesorios médicos'],
]
for (const [tradename, category, dcm = '', laboratory = 'SIN ASIGNACION', stock = 10] of ROWS)
  await makeProduct(database, { tradename, category, dcm, laboratory, stock })

/** The full names of the products, from the beginnings of their names. */
const named = (...beginnings: string[]) =>
  beginnings.map((beginning) => ROWS.find(([name]) => name.startsWith(beginning))![0])

describe('a search as customers of a pharmacy type it', () => {
  test.each<[search: string, firstHits: string[]]>([
    // Complaints find their categories and ingredients of direct sale.
    ['fiebre', ['IBUPROFENO', 'PARACETAMOL + CAFEINA', 'PARACETAMOL 500', 'PARACETAMOL GTS']],
    ['fiebre niños', ['PARACETAMOL GTS', 'IBUSUR']],
    ['remedio para la fiebre de niños', ['PARACETAMOL GTS', 'IBUSUR']],
    ['dolor de cabeza', ['ACIDO ACETILSALICILICO']],
    ['jaqueca', ['ACIDO ACETILSALICILICO']],
    ['acidez', ['FAMOTIDINA', 'ESTOMASUR']],
    ['ardor de estómago', ['FAMOTIDINA']],
    ['hongos', ['CLOTRIMAZOL', 'MICOSUR']],
    ['crema para hongos', ['MICOSUR']],
    ['pie de atleta', ['CLOTRIMAZOL', 'MICOSUR']],
    ['piojos', ['PEINE', 'CAPILSUR']],
    ['locion para los piojos', ['CAPILSUR']],
    ['diarrea', ['LOPERAMIDA', 'SALES']],
    ['resfrio', ['GRIPASUR']],
    ['resfriado', ['GRIPASUR']],
    ['pastillas para la alergia', ['LORATADINA']],
    ['jarabe alergia', ['LORASUR']],
    ['estreñimiento', ['LACTULOSA', 'SUPOSITORIOS']],
    ['constipación', ['LACTULOSA', 'SUPOSITORIOS']],
    ['cistitis', ['CRANBERRY']],
    ['infección urinaria', ['CRANBERRY']],
    ['insomnio', ['MELATONINA', 'NOCTISUR']],
    ['para dormir', ['MELATONINA', 'NOCTISUR']],
    ['quemaduras', ['QUEMASUR']],
    ['crema quemaduras', ['QUEMASUR']],
    ['protección solar', ['PROTECTOR', 'SOLARIS']],
    ['protector solar niños', ['PROTECTOR']],
    ['dentición', ['MORDEDOR']],
    ['temperatura', ['TERMOMETRO']],
    // Forms for children.
    ['amoxicilina jarabe', ['AMOXICILINA S.O.']],
    ['ibuprofeno jarabe', ['IBUSUR']],
    ['paracetamol jarabe niños', ['PARACETAMOL GTS']],
    ['paracetamol infantil', ['PARACETAMOL GTS']],
    ['loratadina jarabe', ['LORASUR']],
    // A single ingredient comes before combinations, and within equal hits what is in stock comes first; products for animals are last.
    ['paracetamol', ['PARACETAMOL 500', 'PARACETAMOL GTS', 'PARACETAMOL + CAFEINA']],
    // What can't be bought comes last.
    ['losartan', ['LOSARTAN+HCT', 'LOSARTAN 50']],
    ['amoxicilina', ['AMOXICILINA 500', 'AMOXICILINA S.O.', 'AMOXICILINA+AC']],
    ['amoxicilina clavulanico', ['AMOXICILINA+AC']],
    ['ivermectina', ['IVERMECTINA 6MG', 'IVERMECTINA GOTAS']],
    ['ivermectina perro', ['IVERMECTINA GOTAS']],
    // Everyday words.
    ['pastilla del día después', ['LEVONORGESTREL']],
    ['antibiótico', ['AMOXICILINA 500']],
    ['crema', ['CREMA', 'HIDROCORTISONA']],
    ['crema hidrocortisona', ['HIDROCORTISONA']],
    // Sizes and shades.
    ['pañales xg', ['BEBESUR PANAL XG']],
    ['pañales talla xxg', ['BEBESUR PANAL XXG']],
    ['pañal talla xl', ['BEBESUR PANAL XG']],
    ['pañales m', ['BEBESUR PANAL TALLA M']],
    ['tintura 7.1', ['TINTURA KOLORSUR 7.1']],
    ['tinte 6,66', ['TINTURA KOLORSUR 6.66']],
    ['base tono 120', ['BASE']],
  ])('for %j finds %j first', async (search, firstHits) => {
    const { names, corrected, brand, without } = await shop(search)
    expect(names.slice(0, firstHits.length)).toEqual(named(...firstHits))
    expect({ corrected, brand, without }).toEqual({})
  })

  test.each<[search: string, without: string[] | undefined, firstHits: string[]]>([
    ['leche nan', ['leche'], ['NAN']],
    // Not the beginning of 'leche de magnesia'.
    ['nan leche', ['leche'], ['NAN']],
    ['Leche Ñan 1', ['Leche'], ['NAN']],
    ['losartan 51 mg', ['51mg'], ['LOSARTAN+HCT']],
    ['losartan jarabe', ['jarabe'], ['LOSARTAN+HCT']],
    ['pañales superbebito xg', ['superbebito'], ['BEBESUR PANAL XG']],
    ['melatonina 3mg gotas niños', ['gotas', 'niños'], ['MELATONINA']],
    ['tintura 9.99', ['9.99'], ['TINTURA KOLORSUR 6']],
    ['fiebre loperamida', ['fiebre'], ['LOPERAMIDA']],
    ['dolor de muelas', ['muelas'], ['FEBRANOL']],
    // Products have a spray and 24 of something, but not beside the other words.
    ['losartan 50mg spray rubio', ['spray', 'rubio'], ['LOSARTAN 50']],
    ['losartan 50mg 24 spray infantil', ['24', 'spray', 'infantil'], ['LOSARTAN 50']],
    ['fiebre rubio', ['rubio'], ['IBUPROFENO']],
    // Only common words would remain, or the ingredient isn't in the catalogue.
    ['superbebito 500mg', undefined, []],
    ['crema superbebito', undefined, []],
    ['prednisona 20 mg comprimidos', undefined, []],
    ['superbebito', undefined, []],
  ])('for %j leaves out %j', async (search, without, firstHits) => {
    const answer = await shop(search)
    expect(answer.without).toEqual(without)
    expect(answer.names.slice(0, 1)).toEqual(named(...firstHits))
    expect((await shop(search, { exact: true })).names).toEqual([])
    expect((await shop(search, { suggest: true })).without).toEqual(without)
  })

  test.each<[search: string, answer: object, firstHits: string[]]>([
    [
      'ravotril',
      { brand: { name: 'ravotril', ingredient: 'Clonazepam', combined: false } },
      ['CLONAZEPAM 0.5', 'CLONAZEPAM 2MG'],
    ],
    [
      'Ravotril 2 mg',
      { brand: { name: 'ravotril', ingredient: 'Clonazepam', combined: false } },
      ['CLONAZEPAM 2MG'],
    ],
    [
      'ravotril gotas',
      { brand: { name: 'ravotril', ingredient: 'Clonazepam', combined: false }, without: ['gotas'] },
      ['CLONAZEPAM 0.5'],
    ],
    [
      'rabotril',
      { brand: { name: 'ravotril', ingredient: 'Clonazepam', combined: false }, corrected: 'ravotril' },
      ['CLONAZEPAM 0.5'],
    ],
    [
      'lozartan superbebito',
      { corrected: 'losartan superbebito', without: ['superbebito'] },
      ['LOSARTAN+HCT'],
    ],
    ['lozartan jarabe', { corrected: 'losartan jarabe', without: ['jarabe'] }, ['LOSARTAN+HCT']],
    ['vannair', { brand: { name: 'vannair', ingredient: 'Budesonida', combined: true } }, ['BUDESONIDA']],
    ['amlodipina 5 mg', { corrected: 'amlodipino 5 mg' }, ['AMLODIPINO']],
    // The shop has neither the brand nor its ingredient.
    ['zotran', {}, []],
  ])('for %j answers %j', async (search, expected, firstHits) => {
    const { names, corrected, brand, without } = await shop(search)
    expect({ corrected, brand, without }).toEqual(expected)
    expect(names.slice(0, firstHits.length)).toEqual(named(...firstHits))
    if (firstHits.length === 0) expect(names).toEqual([])
    expect((await shop(search, { exact: true })).names).toEqual([])
  })

  test('for a brand while it is typed suggests its ingredient, until the shop has the brand', async () => {
    await makeProduct(database, { tradename: 'BUPROPION 150MG.30COM.' })
    expect(await shop('elontr', { suggest: true })).toMatchObject({
      names: ['BUPROPION 150MG.30COM.'],
      brand: { name: 'elontril', ingredient: 'Bupropión' },
    })
    await makeProduct(database, { tradename: 'ELONTRIL 150MG.30COM.', stock: 0 })
    expect(await shop('elontri', { suggest: true })).toMatchObject({ names: ['ELONTRIL 150MG.30COM.'] })
    // A filter that excludes the brand proposes no other product.
    expect(await shop('elontril', { inStock: true })).toMatchObject({ total: 0 })
  })
})
