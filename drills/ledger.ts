/**
 * The ledger of every drill: what customers and office were told, and every failed request. In the end it is compared with the database,
 * together with the rules that hold for any shop while no call is running.
 */
import { createHistogram } from 'node:perf_hooks'
import { CART_LIMITS } from '#server/features/cart/lines.ts'
import { query } from '#tests/postgres-server.ts'
import type { Reply } from './browser.ts'
import { printVerdict } from './run-drill.ts'

export type Line = { productId: string; quantity: number; total: number }
export type Sale = { customer: string; key: string; id: string; number: number; lines: Line[] }

export class Ledger {
  /** Acknowledged orders by idempotency key. */
  readonly sales = new Map<string, Sale>()
  /** Idempotency keys of submits without an acknowledgement. */
  readonly open = new Set<string>()
  /** Acknowledged statuses by order. */
  readonly statuses = new Map<string, string>()
  /** Orders whose payment proof was accepted. */
  readonly proofs = new Set<string>()
  /** Submits that were answered with another order than an earlier one with their key. */
  contradicted = 0
  /** Requests without an answer, answers above 500, and refusals that no fault explains. */
  readonly failures = { unanswered: 0, unavailable: 0, unexpected: 0 }
  /** Number of failures by call and answer. */
  readonly reasons = new Map<string, number>()
  /** Milliseconds of all answers. */
  readonly times = createHistogram()
  /** The moment of the last acknowledged order, on the clock of `performance.now()`. */
  lastSaleAt = 0

  acknowledge(sale: Sale) {
    this.open.delete(sale.key)
    this.lastSaleAt = performance.now()
    const earlier = this.sales.get(sale.key)
    if (earlier && (earlier.id !== sale.id || earlier.number !== sale.number)) this.contradicted += 1
    this.sales.set(sale.key, sale)
  }

  /** Sends a request, and enters its answer or its failure. Redirects and `expected` refusals are no failures. */
  async enter(path: string, send: () => Promise<Reply>, expected: string[] = []): Promise<Reply> {
    const began = performance.now()
    const answer = await send()
    const { status, body } = answer
    if (status > 0) this.times.record(Math.max(1, Math.round(performance.now() - began)))
    if ((status > 0 && status < 400) || expected.includes(body.code ?? '')) return answer
    // An answer of 500 is a bug, whatever is broken.
    const kind = status === 0 ? 'unanswered' : status > 500 ? 'unavailable' : 'unexpected'
    this.failures[kind] += 1
    const reason = `${path} ${status} ${body.code}`
    this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1)
    return answer
  }
}

/** Statements with a row for each violation of a rule that no constraint of the tables keeps. `told` has the acknowledged orders. */
const RULES: Record<string, string> = {
  'pedidos perdidos': `select number from told where not exists (select from orders o where o.id = told.id
    and o.number = told.number and o.user_id = customer and o.idempotency_key = key)`,
  'pedidos que nadie confirmó': `select number from orders
    where not exists (select from told where key = idempotency_key and told.id = orders.id)`,
  'totales distintos de sus líneas': `select number from orders
    where total is distinct from (select sum(total) from order_lines where order_id = orders.id)`,
  'líneas distintas de cantidad × precio menos descuento': `select order_id, position from order_lines
    where abs(total - quantity * price::numeric * (100 - discount) / 100) > 0.005`,
  'líneas distintas de las que vio el cliente': `select number from told where (
      select jsonb_agg(jsonb_build_array(product_id, quantity, total) order by product_id) from order_lines where order_id = told.id
    ) is distinct from (
      select jsonb_agg(jsonb_build_array(l ->> 'productId', l -> 'quantity', l -> 'total') order by (l ->> 'productId')::uuid)
      from jsonb_array_elements(lines) l)`,
  'estados distintos de lo confirmado':
    'select o.number from orders o join told using (id) where told.status <> o.status',
  'comprobantes perdidos':
    "select o.number from orders o join told using (id) where told.proof and o.payment = ''",
  'pedidos sin sus dos correos': `select number from orders where 2 <> (select count(*) from mails
    where cause in ('order-received.' || orders.id, 'order-for-pharmacy.' || orders.id))`,
  'stocks distintos de la suma de sus movimientos': `select id from products
    where stock <> (select coalesce(sum(change), 0) from stock_movements where product_id = products.id)`,
  'productos con otras unidades en pedidos que en movimientos': `
    select product_id from (
      select product_id, sum(change) as moved from stock_movements where cause in ('sale', 'cancellation', 'reopening') group by 1
    ) moves full join (
      select product_id, sum(quantity) as held from order_lines join orders on orders.id = order_id where status <> 'cancelled' group by 1
    ) lines using (product_id) where coalesce(moved, 0) <> -coalesce(held, 0)`,
  'movimientos de stock sin causa': "select product_id from stock_movements where cause = 'other'",
  'carros sobre sus límites': `select user_id from cart_lines group by user_id having count(*) > ${CART_LIMITS.lines}
    or max(quantity) > ${CART_LIMITS.unitsOfLine} or min(quantity) < 1`,
}

/** Every broken rule with its number of violations and the first ones. */
export async function brokenRules(databaseUrl: string, ledger: Ledger): Promise<Map<string, string>> {
  const told = [...ledger.sales.values()].map((sale) => {
    return { ...sale, status: ledger.statuses.get(sale.id), proof: ledger.proofs.has(sale.id) }
  })
  const columns = 'customer uuid, key text, id uuid, number int, lines jsonb, status text, proof boolean'
  const rules = Object.entries(RULES).map(([rule, statement]) => {
    return `select '${rule}' as rule, to_jsonb(violation) as row from (${statement}) violation`
  })
  const text = `with told as materialized (select * from jsonb_to_recordset($1) as sale (${columns})) ${rules.join(' union all ')}`
  const rows = await query<{ rule: string; row: object }>(databaseUrl, text, [JSON.stringify(told)])
  const broken = Map.groupBy(rows, ({ rule }) => rule)
  return new Map(
    [...broken].map(([rule, found]) => {
      return [rule, `${found.length}, como ${JSON.stringify(found.slice(0, 3).map(({ row }) => row))}`]
    }),
  )
}

type End = {
  /** Servers that ended without being asked to. */
  deaths: number
  /** Whether no request may have failed: nothing was broken on purpose. */
  faultless?: boolean
  /** Whether the image of a payment proof can be read, by its name. */
  hasProof?: (name: string) => Promise<boolean>
}

/** Compares the ledger with the database, prints the book in one line, and returns whether it balances. */
export async function closeBook(databaseUrl: string, ledger: Ledger, { deaths, faultless, hasProof }: End) {
  const broken = await brokenRules(databaseUrl, ledger)
  const withProof = "select payment as name from orders where payment <> ''"
  const proofs = hasProof ? await query<{ name: string }>(databaseUrl, withProof) : []
  let unreadable = 0
  for (const { name } of proofs) {
    if (await hasProof?.(name)) continue
    unreadable += 1
    console.log(`No se puede leer el comprobante ${name}`)
  }
  const { unanswered, unavailable, unexpected } = ledger.failures
  const failed = unexpected + (faultless ? unanswered + unavailable : 0)
  const wrong = [broken.size, ledger.contradicted, ledger.open.size, unreadable, deaths, failed]
  const holds = ledger.sales.size > 0 && wrong.every((figure) => figure === 0)
  for (const [rule, found] of broken) console.log(`${rule}: ${found}`)
  const reasons = [...ledger.reasons].toSorted(([, a], [, b]) => b - a).slice(0, 12)
  if (reasons.length > 0)
    console.log(`Fallas vistas: ${reasons.map(([reason, times]) => `${times} × ${reason}`).join(', ')}`)
  return printVerdict(holds, [
    `${ledger.sales.size} pedidos confirmados`,
    `${Object.keys(RULES).length - broken.size} de ${Object.keys(RULES).length} reglas se cumplen`,
    `${ledger.contradicted} respuestas contradichas`,
    `${ledger.open.size} sin desenlace`,
    `${ledger.proofs.size} comprobantes (${unreadable} ilegibles)`,
    `${unanswered} sin respuesta, ${unavailable} respuestas 5xx, ${unexpected} rechazos`,
    `${deaths} muertes`,
  ])
}
