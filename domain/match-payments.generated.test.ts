import { expect, test } from 'vitest'
import { matchPayments } from './match-payments.ts'
import type { OpenOrder, Transfer } from './payment-candidates.ts'
import { checkDigitOf } from './rut.ts'

/*
 * Generated orders of families and namesakes with equal amounts, and their transfers in the forms of Chile's banks: cut names, typing
 * errors, relatives who pay, wrong and split amounts, numbers by chance, credits of strangers.
 */

const ORDERS = 2_000
/** The minimum share of sure matches among transfers with the exact amount and the order's number or its customer's RUT or name. */
const MIN_SURE = 0.85

// Few names and few amounts, so that many are equal.
const WOMEN =
  'María Ana Camila Francisca Daniela Eugenia Fernanda Carolina Josefa Paula Valentina Isabel Catalina Gabriela Rosa'
const MEN =
  'Juan José Francisco Daniel Eugenio Fernando Carlos Mario Luis Pablo Pedro Diego Cristián Gabriel Andrés'
const LAST_NAMES =
  'González Muñoz Rojas Rosas Díaz Pérez Soto Sotomayor Contreras Silva Martínez Sepúlveda Morales Rodríguez López Fuentes Hernández ' +
  'Fernández Torres Araya Flores Espinoza Valenzuela Castillo Tapia Reyes Gutiérrez Castro Pizarro Álvarez Quilodrán Llanquimán'
const BANKS = 'Chile Santander Estado Falabella Itau'
const AMOUNTS = 400

type Person = { given: string[]; last: string[]; rut: string }
type Customer = Person & { id: string; typed: { name: string; lastName: string }; family: Person[] }
/** `speaks`: the transfer pays one order exactly, and its text has the order's number, or its customer's RUT or name. */
type Payment = { transfer: Transfer; pays: OpenOrder | null; speaks: boolean }

/** Random numbers that are the same for the same seed (mulberry32). */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function generate(seed: number): { orders: OpenOrder[]; payments: Payment[] } {
  const random = randomFrom(seed)
  const below = (max: number) => Math.floor(random() * max)
  const chance = (part: number) => random() < part
  const oneOf = <Item>(items: readonly Item[]) => items[below(items.length)] as Item
  /** A word of the list, the first ones more often, as names are. */
  const frequent = (words: string) => {
    const list = words.split(' ')
    return list[Math.floor(random() ** 1.7 * list.length)] as string
  }
  const shuffle = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')
  const withoutLetter = (text: string) => {
    const at = 1 + below(text.length - 1)
    return text.slice(0, at) + text.slice(at + 1)
  }
  const dayOf = (place: number, later = 0) =>
    new Date(Date.UTC(2026, 10, 1 + Math.floor((place * 30) / ORDERS) + later)).toISOString().slice(0, 10)

  let lastRut = 5_000_000
  function person(last = [frequent(LAST_NAMES), frequent(LAST_NAMES)], given?: string[]): Person {
    lastRut += 1 + below(9_000)
    const names = chance(0.5) ? WOMEN : MEN
    const own = [frequent(names), ...(chance(0.75) ? [frequent(names)] : [])]
    return { given: given ?? own, last, rut: String(lastRut) }
  }

  const customers: Customer[] = []
  while (customers.length < ORDERS * 0.8) {
    const parent = person()
    const family = [parent, ...Array.from({ length: below(4) }, () => person(parent.last))]
    // A child who has the parent's name, and perhaps another second last name.
    if (chance(0.2)) family.push(person([parent.last[0] as string, frequent(LAST_NAMES)], parent.given))
    for (const member of family.filter(() => chance(0.6))) {
      const name = member.given.slice(0, chance(0.6) ? 1 : 2).join(' ')
      const lastName = member.last.slice(0, chance(0.5) ? 1 : 2).join(' ')
      customers.push({
        ...member,
        id: `customer ${customers.length}`,
        typed: {
          name: chance(0.3) ? plain(name).toUpperCase() : name,
          lastName: chance(0.03) ? withoutLetter(lastName) : lastName,
        },
        family: family.filter((other) => other !== member),
      })
    }
  }

  const placed = Array.from({ length: ORDERS }, (_, place) => {
    const customer = oneOf(customers)
    const recipient = chance(0.1) ? customer.family[0] : undefined
    const named = recipient && { name: recipient.given[0] as string, lastName: recipient.last.join(' ') }
    const order: OpenOrder = {
      id: `order ${1_001 + place}`,
      number: 1_001 + place,
      due: 1_990 + 70 * Math.floor(random() ** 1.5 * AMOUNTS),
      day: dayOf(place),
      account: { ...customer.typed, id: customer.id, rut: customer.rut },
      recipient: named ?? customer.typed,
    }
    return { order, customer, persons: recipient ? [customer, recipient] : [customer], place }
  })
  const shortName = ({ given, last }: Person) => `${given[0]} ${last[0]}`
  /**
   * Whether the payer owes the amount, or has the name of somebody who owes it. When such a payer means another order or another amount,
   * neither a rule nor a person can know it.
   */
  const seemsToOwe = (payer: Person, amount: number) =>
    placed.some(
      ({ order, persons }) =>
        order.due === amount &&
        (order.account.rut === payer.rut || persons.some((other) => shortName(other) === shortName(payer))),
    )

  /** The words of banks about a payer. One RUT in fifty lacks its check digit and can't be read. */
  function describe(payer: Person): string {
    const [given, last] = [plain(payer.given.join(' ')), plain(payer.last.join(' '))]
    const checkDigit = chance(0.02) ? '-' : checkDigitOf(payer.rut)
    const padded = `${payer.rut}${checkDigit}`.padStart(10, '0')
    const dashed = `${payer.rut}-${checkDigit}`
    return oneOf([
      `${padded} Transf de ${`${given} ${last}`.toUpperCase().slice(0, 14)}`,
      `${padded} Transf. ${`${given} ${last}`.slice(0, 14)}`,
      `PAGO RECIBIDO TF2 0${dashed} ${`${given} ${last}`.toUpperCase().slice(0, 11)}`,
      `TEF ${dashed} ${`${last} ${given}`.toUpperCase()}`,
      `Transferencia Banco ${frequent(BANKS)} de rut ${dashed} ${plain(payer.last[0] as string)}`,
      `Traspaso De:${oneOf([plain(shortName(payer)), `${given} ${last}`])}`,
      `Traspaso De:${`${given} ${last}`.slice(0, 18)}`,
      `Transferencia Desde Banco ${frequent(BANKS)} De ${oneOf([plain(shortName(payer)), `${plain(payer.given[0] as string)} ${last}`])}`,
      `Transferencia De ${oneOf([shortName(payer), `${payer.given.join(' ')} ${payer.last.join(' ')}`])}`,
      `Transferencia De ${withoutLetter(plain(payer.given[0] as string))} ${last}`,
    ])
  }
  const payments: Payment[] = []
  function pay(
    paid: { order: OpenOrder; place: number } | null,
    amount: number,
    payer: Person,
    typed: string,
  ) {
    const isMute = chance(0.04)
    const text = isMute
      ? oneOf(['TRANSFERENCIA DE FONDOS AUTOSERVICIO', 'Transferencia desde otro banco'])
      : describe(payer)
    const isOwn = payer.rut === paid?.order.account.rut && !isMute
    payments.push({
      transfer: {
        id: `transfer ${payments.length}`,
        date: dayOf(paid?.place ?? below(ORDERS), below(6)),
        amount,
        description: `${text} ${typed}`.trim(),
        document: String(below(9_000_000)),
      },
      pays: paid?.order ?? null,
      speaks: amount === paid?.order.due && (isOwn || typed.includes(String(paid.order.number))),
    })
  }
  const remark = () =>
    oneOf([
      '',
      '',
      '',
      'remedios',
      '9 1234 5678',
      '+56 9 1003 1004',
      '02/11',
      '5 de noviembre',
      '$12.990',
      '2 cajas',
    ])

  for (const one of placed.filter(() => chance(0.95))) {
    const { order, customer } = one
    const { due, number } = order
    const relative = customer.family.length > 0 ? oneOf(customer.family) : customer
    const other = chance(0.1) ? relative : chance(0.03) ? person() : customer
    const payer = seemsToOwe(other, due) ? customer : other
    const label = oneOf(['pedido ', 'PAGO FARMACIA ', 'N°', ''])
    const typed = chance(0.25) ? `${label}${number}` : remark()
    const rounded = oneOf([Math.ceil(due / 1_000) * 1_000, due - 500, due + 10, due + 900])
    const half = Math.floor(due / 2)
    if (chance(0.94)) pay(one, due, payer, typed)
    else if (!seemsToOwe(payer, rounded)) pay(one, rounded, payer, typed)
    else if (!seemsToOwe(payer, half) && !seemsToOwe(payer, due - half)) {
      pay(one, half, payer, typed)
      pay(one, due - half, payer, '')
    }
    // Some pay twice by mistake.
    if (chance(0.01)) pay(one, due, payer, typed)
  }
  for (let count = 0; count < ORDERS / 20; count += 1) {
    const [stranger, { order }] = [person(), oneOf(placed)]
    if (!seemsToOwe(stranger, order.due)) pay(null, order.due, stranger, remark())
  }
  return { orders: shuffle(placed.map(({ order }) => order)), payments: shuffle(payments) }
}

test.each([1, 2, 3, 4])(
  'matches most generated transfers surely, and none of them wrongly: seed %i',
  (seed) => {
    const { orders, payments } = generate(seed)
    const decisions = matchPayments(
      payments.map(({ transfer }) => transfer),
      orders,
    )
    const sure = decisions.map(({ state, offers }) =>
      state === 'sure' ? offers[0]?.orders.join() : undefined,
    )
    const matched = sure.filter((order) => order !== undefined)

    const wrong = payments.filter(({ pays }, at) => sure[at] !== undefined && sure[at] !== pays?.id)
    expect(wrong).toEqual([])
    expect(new Set(matched).size).toBe(matched.length)

    const speaking = payments.flatMap(({ speaks }, at) => (speaks ? [sure[at] !== undefined] : []))
    expect(speaking.length).toBeGreaterThan(ORDERS * 0.7)
    expect(speaking.filter(Boolean).length / speaking.length).toBeGreaterThan(MIN_SURE)
  },
)
