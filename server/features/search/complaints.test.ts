import { expect, test } from 'vitest'
import { productCalls } from '#contract/products.ts'
import type { SaleCondition } from '#domain/sale-condition.ts'
import { createTestApp } from '#tests/app.ts'
import { makeProduct } from '#tests/factories.ts'

const { database, send } = await createTestApp()

type Row = [name: string, category: string, more?: Parameters<typeof makeProduct>[1]]
const sold = (sale_condition: SaleCondition, more: Parameters<typeof makeProduct>[1] = {}) => ({
  sale_condition,
  ...more,
})
const ROWS: Row[] = [
  ['LORATADINA 10MG X30COMP', 'Antihistamínicos', sold('direct', { generic: true })],
  ['LEVOCETIRIZINA 5MG X30COMP', 'Antihistamínicos', sold('simple', { bioequivalent: true })],
  ['TOSISUR JARABE INFANTIL 100ML', 'ANTITUSIVO', sold('direct')],
  ['TOSISUR FORTE JARABE ADULTO 100ML', 'ANTITUSIVO', sold('direct')],
  ['MUCOSUR AMBROXOL JARABE 100ML', 'Productos para tos - mucolíticos', sold('direct')],
  ['GASISUR GOTAS 15ML', 'Otros', sold('direct', { dcm: 'SIMETICONA' })],
  ['ESPASMOSUR 10MG X20COMP', 'Antiespasmódicos', sold('simple')],
  ['BABYSUR PANAL RN X 20', 'Pañales', sold('none')],
  ['BABYSUR PANAL XG X 20', 'Pañales', sold('none')],
  ['BABYSUR COLONIA RECIEN NACIDO 100ML', 'Cosmética', sold('none')],
  ['DIARASUR 0,15/0,03 X21', 'SIN CLASIFICAR', sold('simple', { dcm: 'ETINILESTRADIOL,LEVONORGESTREL' })],
  ['UNASUR LACA 5% 5ML', 'Dermatológicos', sold('direct', { dcm: 'AMOROLFINA 5 %' })],
  ['ESMALTE UNAS ROJO', 'Cosmética', sold('none')],
  ['NASISUR SPRAY 15ML', 'Otros', sold('direct', { dcm: 'OXIMETAZOLINA 0,05 %' })],
  ['SHAMPOO CAPISUR ANTICASPA 400ML', 'Cuidado capilar', sold('none')],
  ['SHAMPOO CAPISUR BRILLO 400ML', 'Cuidado capilar', sold('none')],
  ['TOALLAS HUMEDAS BABYSUR X50', 'Higiene', sold('none')],
  ['LAGRISUR GOTAS 10ML', 'Oftálmicos', sold('direct', { dcm: 'CARBOXIMETILCELULOSA' })],
  ['TOBRASUR GOTAS 5ML', 'Oftálmicos', sold('simple', { dcm: 'TOBRAMICINA' })],
  ['AAA DOLORIL INFANTIL JARABE 100ML', 'Analgésico', sold('direct', { dcm: 'PARACETAMOL' })],
  ['AAB DOLORIL 500MG X10COMP', 'Analgésico', sold('direct', { dcm: 'PARACETAMOL', stock: 0 })],
  ['AAC MIGRASUR 50MG X2COMP', 'Analgésico', sold('simple', { dcm: 'ERGOTAMINA + PARACETAMOL' })],
  ['DOLORIL 500MG X16COMP', 'Analgésico', sold('direct', { dcm: 'PARACETAMOL', discount: 20 })],
  ['NERVISUR GOTAS 30ML', 'SEDANTES', sold('direct', { dcm: 'PASIFLORA' })],
  ['HERPISUR CREMA 5G', 'Otros', sold('simple', { dcm: 'ACICLOVIR 5 %' })],
  ['GLICISUR 850MG X30COMP', 'HIPOGLICEMIANTE', sold('simple')],
  ['CORTISUR CREMA 15G', 'Corticosteroides - esteroides', sold('simple')],
]
for (const [tradename, category, more] of ROWS) await makeProduct(database, { tradename, category, ...more })

async function search(text: string) {
  const { body } = await send(productCalls.listShop, {
    params: { a: ' ', b: ' ', category: 'all', supplier: 'all' },
    query: { search: text },
  })
  return body.data.products.map(({ tradename }) => tradename)
}

test.each<[search: string, found: string[]]>([
  // Complaints, whose words the products needn't have.
  ['tos seca bebe', ['TOSISUR JARABE INFANTIL']],
  ['tos con flema', ['MUCOSUR']],
  ['colicos bebe', ['GASISUR']],
  ['anticonceptivos', ['DIARASUR']],
  ['hongos en las uñas', ['UNASUR']],
  ['nariz tapada', ['NASISUR']],
  ['shampoo caspa', ['SHAMPOO CAPISUR ANTICASPA']],
  ['gotas ojos secos', ['LAGRISUR']],
  ['toallitas humedas bebe', ['TOALLAS HUMEDAS']],
  ['ansiedad', ['NERVISUR']],
  ['herpes labial', ['HERPISUR']],
  ['azucar alta', ['GLICISUR']],
  ['ojos rojos', ['LAGRISUR']],
  ['corticoide', ['CORTISUR']],
  ['cortisona', ['CORTISUR']],
  // The noun is kept, and its details are left out.
  ['pañales recien nacido', ['BABYSUR PANAL RN']],
  ['pañales recien nacido superbebito', ['BABYSUR PANAL RN']],
  // Filters in words.
  ['antialergico sin receta', ['LORATADINA']],
  ['antialergico con receta', ['LEVOCETIRIZINA']],
  ['lorataina sin receta', ['LORATADINA']],
  ['antialergico generico', ['LORATADINA']],
  ['bioequivalentes', ['LEVOCETIRIZINA']],
  ['ofertas', ['DOLORIL 500MG X16']],
  ['doloril en oferta', ['DOLORIL 500MG X16']],
])('for %j the first hit is %j', async (text, found) => {
  const names = await search(text)
  expect(names.slice(0, found.length).map((name, at) => name.startsWith(found[at]!) || name)).toEqual(
    found.map(() => true),
  )
})

test('a filter in words excludes the other products', async () => {
  expect(await search('antialergico sin receta')).toEqual(['LORATADINA 10MG X30COMP'])
  expect(await search('bioequivalentes')).toEqual(['LEVOCETIRIZINA 5MG X30COMP'])
})

test('a complaint lists products for adults first, then for children, then on prescription, then sold-out ones', async () => {
  expect(await search('dolor de cabeza')).toEqual([
    'DOLORIL 500MG X16COMP',
    'AAA DOLORIL INFANTIL JARABE 100ML',
    'AAC MIGRASUR 50MG X2COMP',
    'AAB DOLORIL 500MG X10COMP',
  ])
  expect((await search('dolor de cabeza niños'))[0]).toBe('AAA DOLORIL INFANTIL JARABE 100ML')
})
