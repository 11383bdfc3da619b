/**
 * The bare shop: what a good engineer writes with Fastify and `pg` in an afternoon, on the shop's own tables: no sessions, rate limits or
 * cache, and only the checks that a right answer needs. The yardstick of bench/run.ts.
 */
import Fastify from 'fastify'
import pg from 'pg'

type Row = Record<string, unknown>

const { NUMERIC, INT8 } = pg.types.builtins
for (const type of [NUMERIC, INT8]) pg.types.setTypeParser(type, Number)
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL!, max: 10 })
/** Names of prepared statements: each connection prepares a statement once, under its name. */
const names = new Map<string, string>()
async function read(text: string, values: unknown[] = []): Promise<Row[]> {
  const name = names.get(text) ?? `statement ${names.size}`
  names.set(text, name)
  return (await pool.query({ name, text, values })).rows
}

const app = Fastify()

const JOINS = 'join categories c on c.id = p.category_id join suppliers s on s.id = p.supplier_id'
const CARD = `p.id as "_id", p.tradename, c.name as category, s.name as laboratory, p.dcm, p.photo, p.cost, p.discount,
  p.stock, p.bioequivalent, p.prescription, p.direct_sale as "directSale", p.sale_condition as "saleCondition",
  p.sale_hold <> 'none' as held, p.form, p.quantity, not p.unavailable as buyable`
const PRODUCT = `p.id as "_id", p.barcode, p.tradename, c.name as category, p.dcm, s.name as laboratory,
  p.health_register as "healthRegister", p.stock, p.cost, p.discount, p.photo, p.bioequivalent, p.generic, p.prescription,
  p.direct_sale as "directSale", p.sale_condition as "saleCondition", p.sale_hold <> 'none' as held, p.form, p.quantity,
  p.legal_warning as "legalWarning", p.own_code as "ownCode", p.therapeutic_action as "therapeuticAction",
  p.cold_chain as "coldChain",
  (select min(expires_on) from lots where product_id = p.id and units > 0 and not recalled) as "expiresFrom",
  p.retired_at is not null as retired, p.version || '-' || p.stock as version`

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

app.get('/api/products/category/:a/:b/:category/:supplier', async (request) => {
  const { category, supplier } = request.params as { category: string; supplier: string }
  const query = request.query as { page?: string; pageSize?: string }
  const size = Math.min(Number(query.pageSize) || 10, 100)
  const values: unknown[] = [((Number(query.page) || 1) - 1) * size]
  const conditions = ['p.retired_at is null']
  const filter = (table: string, column: string, names: string) => {
    if (names === 'all') return
    const keys = fold(names).split(',')
    values.push(keys.length === 1 ? keys[0] : keys)
    conditions.push(
      keys.length === 1
        ? `p.${column} = (select id from ${table} where name_key = $${values.length})`
        : `p.${column} = any(array(select id from ${table} where name_key = any($${values.length}::text[])))`,
    )
  }
  filter('categories', 'category_id', category)
  filter('suppliers', 'supplier_id', supplier)
  const matching = `from products p where ${conditions.join(' and ')}`
  const text = `select card.*, counted.total from (select count(*)::int as total ${matching}) counted left join (
      select ${CARD}, p.unavailable, p.sort_key from (select p.id ${matching} order by p.unavailable, p.sort_key, p.id limit ${size} offset $1) page
      join products p on p.id = page.id ${JOINS}
    ) card on true order by card.unavailable, card.sort_key, card._id`
  const rows = await read(text, values)
  const cards = rows.flatMap(({ total, unavailable, sort_key, ...card }) => (card._id === null ? [] : [card]))
  return { data: { products: cards, total: rows[0]!.total } }
})

app.get('/api/products/:id', async (request, reply) => {
  const text = `select ${PRODUCT} from products p ${JOINS} where p.id = $1`
  const [product] = await read(text, [(request.params as { id: string }).id])
  return product ? { data: product } : reply.code(404).send({ message: 'No existe.' })
})

type Item = { productId: string; quantity: number }
const idsOf = (items: Item[]) => items.map(({ productId }) => productId)
const quantitiesOf = (items: Item[]) => items.map(({ quantity }) => quantity)

async function readCart(userId: string) {
  return read(
    `select l.product_id as "productId", p.tradename as name, p.photo as image, l.quantity, p.cost as price, p.discount,
        round(l.quantity * p.cost * (100 - p.discount) / 100, 2) as total, p.stock, p.sale_condition as "saleCondition",
        p.sale_hold <> 'none' as held
      from cart_lines l join products p on p.id = l.product_id and p.retired_at is null
      where l.user_id = $1 order by l.added_at, l.product_id`,
    [userId],
  )
}

/** The items that can be sold: `$1` is the user, `$2` and `$3` are the products and their quantities. */
const SOLD_ITEMS = `select $1::uuid, p.id, item.quantity
  from unnest($2::uuid[], $3::int[]) with ordinality as item (id, quantity, place) join products p on p.id = item.id
  where p.retired_at is null and p.cost > 0 and p.sale_condition <> 'check' and p.sale_hold = 'none' and item.quantity <= p.stock
  order by place`

app.post('/api/cart/add-to-cart', async (request) => {
  const { user, items } = request.body as { user: string; items: Item[] }
  await read(
    `insert into cart_lines as line (user_id, product_id, quantity) ${SOLD_ITEMS}
      on conflict (user_id, product_id) do update set quantity = line.quantity + excluded.quantity`,
    [user, idsOf(items), quantitiesOf(items)],
  )
  return { message: 'Producto agregado al carrito!', data: await readCart(user) }
})

app.post('/api/cart/update-cart', async (request) => {
  const { cart, items } = request.body as { cart: string; items: Item[] }
  await read(
    `with gone as (delete from cart_lines where user_id = $1 and product_id <> all($2::uuid[]))
      insert into cart_lines (user_id, product_id, quantity) ${SOLD_ITEMS}
      on conflict (user_id, product_id) do update set quantity = excluded.quantity`,
    [cart, idsOf(items), quantitiesOf(items)],
  )
  return { message: 'Carrito actualizado.', data: await readCart(cart), adjusted: [] }
})

/** The whole purchase as one statement. Products are locked in the order of their ids, and the table refuses a stock below zero. */
const PLACE_ORDER = `
  with line as materialized (
    select *, round(quantity * cost * (100 - discount) / 100, 2) as total, row_number() over () as position
    from (
      select p.id, p.tradename, p.cost, p.discount, p.sale_condition, l.quantity
      from cart_lines l join products p on p.id = l.product_id and p.retired_at is null
      where l.user_id = $1 order by p.id for no key update of p
    ) locked
  ), placed as (
    insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total)
    select $1, $2, $3, $4, $5, $6, $7, $8, sum(total) from line having count(*) > 0
    returning id, number
  ), taken as (
    update products p set stock = p.stock - line.quantity from line, placed where p.id = line.id
    returning p.id, p.stock, line.quantity
  ), recorded as (
    insert into stock_movements (product_id, cause, reference, change, balance)
    select taken.id, 'sale', placed.id, -quantity, stock from taken, placed
  ), emptied as (
    delete from cart_lines using line, placed where user_id = $1 and product_id = line.id
  ), queued as (
    insert into mails (cause, message)
    select kind || '.' || id, jsonb_build_object('kind', kind, 'orderId', id)
    from placed, unnest(array['order-received', 'order-for-pharmacy']) kind
  ), written as (
    insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total, sale_condition)
    select placed.id, position, line.id, tradename, cost, quantity, discount, total, sale_condition from line, placed
  )
  select id as "_id", number as nro_delivery from placed`

app.post('/api/cart/create-delivery', async (request, reply) => {
  const { id, name, lastName, address, city, postalCode, phone, email } = request.body as Record<
    string,
    string
  >
  const [order] = await read(PLACE_ORDER, [id, name, lastName, address, city, postalCode, phone, email])
  if (!order) return reply.code(409).send({ message: 'Tu carrito está vacío.' })
  return reply.code(201).send({ message: `Tu pedido N° ${order.nro_delivery} fue recibido.`, data: order })
})

/** The same bytes for every request: the raw Fastify, the upper limit of this machine. */
let raw: { headers: Record<string, string>; body?: unknown } = { headers: {} }
app.addContentTypeParser(
  'application/octet-stream',
  { parseAs: 'buffer' },
  async (_: unknown, body: Buffer) => body,
)
app.put('/raw', async ({ headers, body }) => {
  const [type, encoding] = [String(headers['x-type']), String(headers['x-encoding'])]
  raw = { headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }, body }
})
app.get('/raw', (_request, reply) => reply.headers(raw.headers).send(raw.body))

app.setErrorHandler((error: { code?: string }, _request, reply) => {
  if (error.code === '23514') return reply.code(409).send({ message: 'No hay stock suficiente.' })
  console.error(error)
  return reply.code(500).send({ message: 'Ocurrió un error.' })
})

await app.listen({ port: Number(process.env.PORT) })
