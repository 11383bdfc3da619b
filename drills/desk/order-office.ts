/** A program of the pharmacy's office, which delivers and cancels the day's orders by a key; the bank's transfers pay some of them. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, openBrowser } from '../call-server.ts'
import { openConnection } from './connection.ts'

type Order = { _id: string; nro_delivery: number; total: number }

/** The statuses that the orders get, in turns. */
const ROUNDS = [['delivered'], ['cancelled'], ['cancelled', 'pending'], []] as const
const POLL_MS = 500
/** The most orders that are paid. */
const MAX_PAID = 10

export async function openOffice({ base, token }: { base: string; token: string }) {
  const program = await openConnection(base, {
    token,
    name: 'Despacho',
    scopes: ['orders:read', 'orders:write'],
  })
  const readNewest = () =>
    program.call<Order[]>({ method: 'GET', path: '/cart/get-delivery/admin?page=1&pageSize=100' })
  const lastNumber = (await readNewest())[0]?.nro_delivery ?? 0
  const orders: Order[] = []
  /** The events that each order must have, in their order, by what the shop answered. */
  const expected = new Map<string, string[]>()
  let isOpen = true

  const handle = async (order: Order) => {
    const events = ['order.created pending']
    expected.set(order._id, events)
    orders.push(order)
    for (const state of ROUNDS[orders.length % ROUNDS.length]!) {
      await program.call({ path: '/cart/update-payment-state', json: { id: order._id, state } })
      events.push(`order.updated ${state}`)
    }
  }
  const handleNew = async () => {
    for (const order of (await readNewest()).toReversed())
      if (order.nro_delivery > lastNumber && !expected.has(order._id)) await handle(order)
  }
  const work = async () => {
    while (isOpen) {
      await handleNew()
      await pause(POLL_MS)
    }
  }
  const working = work()
  const statusOf = ({ _id }: Order) => expected.get(_id)!.at(-1)!.split(' ')[1]!
  return {
    expected,
    countOf: (event: string) => [...expected.values()].flat().filter((each) => each.startsWith(event)).length,
    /** Handles the last orders, and pays some. */
    async close() {
      isOpen = false
      await working
      await handleNew()
      program.close()
      const paid = orders.filter((order) => statusOf(order) !== 'cancelled').slice(0, MAX_PAID)
      const browser = openBrowser(base)
      for (const order of await payOrders(browser, token, paid))
        expected.get(order._id)!.push(`order.paid ${statusOf(order)}`)
      browser.close()
    },
  }
}

/** Uploads a bank statement with a transfer for each order, and matches them. @returns the orders that are paid */
async function payOrders(browser: Browser, token: string, orders: Order[]): Promise<Order[]> {
  const today = new Date().toISOString().slice(0, 10).split('-').reverse().join('/')
  const rows = orders.map(
    ({ nro_delivery, total }) =>
      `${today};Transferencia ${nro_delivery};${nro_delivery};;${Math.round(total)}`,
  )
  const text = ['Fecha;Descripción;Nro. Docto.;Cargos (CLP);Abonos (CLP)', ...rows].join('\r\n')
  const form = new FormData()
  form.append('file', new Blob([text]), 'cartola.csv')
  const uploaded = await browser.call({ path: '/payments/statements', token, form })
  if (uploaded.status !== 201) throw new Error(`Cartola: ${uploaded.status} ${JSON.stringify(uploaded.body)}`)
  const { _id: statement } = uploaded.body.data as { _id: string }
  const path = `/payments?statement=${statement}&page=1&pageSize=100`
  const { body } = await browser.call({ method: 'GET', path, token })
  const paid: Order[] = []
  for (const { _id, document } of body.data as { _id: string; document: string }[]) {
    const order = orders.find(({ nro_delivery }) => String(nro_delivery) === document)!
    const json = { orders: [order._id] }
    const { status } = await browser.call({ path: `/payments/${_id}/match`, token, json })
    if (status !== 200) throw new Error(`Transferencia del pedido ${document}: ${status}`)
    paid.push(order)
  }
  return paid
}
