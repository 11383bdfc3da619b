import { sql } from 'kysely'
import { connect } from '#server/database/connection.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Db } from '#server/database/schema.ts'
import { MAINTENANCE_TIMEOUTS } from '#server/database/timeouts.ts'
import { deriveColumns } from '#server/features/products/derive-columns.ts'
import { makePeople } from '../drills/trade.ts'

// No prefix that distinguishes therapies, such as levo: the shop corrects little in words with one.
const HEADS = 'Lo Para Ibu Amoxi Ome Met Sertra Lora Ateno Feno Keto Cipro Deca Hidra Levi Napro'.split(' ')
const TAILS =
  `sartán cetamol profeno cilina prazol formina lina tadina lol fibrato floxacino metasona clorotiazida tiroxina xeno pril
  statina zepam micina dipino`.split(/\s+/)
/** 320 names, so that about thirty of ten thousand products share one, as in a real catalogue. */
const INGREDIENTS = HEADS.flatMap((head) => TAILS.map((tail) => head + tail))
const STRENGTHS = [5, 10, 20, 25, 40, 50, 80, 100, 250, 500, 850]
const PACKS = [10, 14, 20, 28, 30, 60, 100]
export const CATEGORIES =
  `Alergias|Antiinfecciosos|Cardiovascular|Cuidado personal|Dermatología|Diabetes|Digestivo|Dolor y fiebre|
Mamá y bebé|Oftalmología|Respiratorio|Salud sexual|Sistema nervioso|Vitaminas y suplementos`.split(/\|\n?/)
export const LABORATORIES = 'Andi Austra Paci Cordi Ataca Bio Nova Medi'
  .split(' ')
  .flatMap((head) => ['far', 'lab', 'pharm', 'gen', 'vida'].map((tail) => head + tail))

const BATCH = 1_000

/** The fields of the product with this number. All products of an ingredient are in one category, from many laboratories. */
export function describeProduct(n: number) {
  const kind = n % INGREDIENTS.length
  const ingredient = INGREDIENTS[kind]!
  const strength = `${STRENGTHS[n % STRENGTHS.length]} mg`
  const quantity = `${PACKS[n % PACKS.length]} comprimidos`
  return {
    ingredient,
    strength,
    quantity,
    dcm: `${ingredient} ${strength}`,
    tradename: `${ingredient} ${strength} × ${quantity}`,
    form: 'Comprimidos',
    category: CATEGORIES[kind % CATEGORIES.length]!,
    laboratory: LABORATORIES[(kind * 7 + Math.floor(n / INGREDIENTS.length) * 3) % LABORATORIES.length]!,
  }
}

/** Fills an empty database: `products` products in 14 categories of 40 laboratories, and `orders` orders of 200 customers over two years. */
export async function fill(databaseUrl: string, { products, orders }: { products: number; orders: number }) {
  const database = connect(databaseUrl, { max: 1, timeouts: MAINTENANCE_TIMEOUTS, onError: () => {} })
  await migrate(database)
  await sql`insert into categories (name) select unnest(${CATEGORIES}::text[])`.execute(database)
  await sql`insert into suppliers (name) select unnest(${LABORATORIES}::text[])`.execute(database)
  for (let from = 0; from < products; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, products - from) }, (_, index) => {
      const n = from + index
      const product = describeProduct(n)
      return { n, ...product, ...deriveColumns(product) }
    })
    await sql`
      insert into products (barcode, tradename, category_id, supplier_id, dcm, form, quantity, health_register, stock, cost,
        discount, photo, bioequivalent, generic, sale_condition, unit_count, unit, equivalence, derived_version)
      select '780' || lpad(n::text, 10, '0'), tradename,
        (select id from categories where name = category), (select id from suppliers where name = laboratory),
        dcm, form, quantity, 'F-' || n, 1000000, 1000 + n * 7 % 20000, (n % 5) * 5,
        md5(n::text) || '.webp', n % 3 = 0, n % 2 = 0,
        -- None is unknown: its ingredient could hold a product.
        case n % 4 when 0 then 'simple' when 1 then 'direct' else 'none' end, unit_count, unit, equivalence, derived_version
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (n int, tradename text, category text, laboratory text,
        dcm text, form text, quantity text, unit_count numeric, unit text, equivalence text, derived_version int)
      order by n`.execute(database)
  }
  await sql`
    insert into stock_movements (product_id, cause, change, balance) select id, 'opening', stock, stock from products order by id`.execute(
    database,
  )
  const { customers } = await makePeople(databaseUrl, 200)
  const ids = customers.map(({ id }) => id)
  await fillOrders(database, ids, orders)
  await fillCartsAndMails(database)
  await sql`vacuum analyze`.execute(database)
  await database.destroy()
}

/** Orders of one to three lines, written in their order as a shop does: a third pending, the others delivered with their payment proof. */
async function fillOrders(database: Db, customers: string[], orders: number) {
  await sql`
    insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total, status, payment, created_at)
    select (${customers}::uuid[])[1 + n % 200], 'Ana', 'Soto ' || n, 'Los Aromos ' || n, 'Santiago', '7750000',
      '912345678', 'ana@correo.cl', 1990 + n * 37 % 40000, case n % 3 when 0 then 'pending' else 'delivered' end,
      case n % 3 when 0 then '' else md5(n::text) || '.webp' end, now() - make_interval(mins => (${orders}::int - n) * 100)
    from generate_series(1, ${orders}::int) n`.execute(database)
  await sql`
    with product as (select row_number() over (order by id) - 1 as place, * from products)
    insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total, sale_condition)
    select o.id, position, p.id, p.tradename, p.cost, 1 + o.number % 2, p.discount,
      round((1 + o.number % 2) * p.cost * (100 - p.discount) / 100, 2), p.sale_condition
    from orders o, generate_series(1, 1 + o.number % 3) position
      join product p on true
    where p.place = (o.number * 31 + position * 977) % (select count(*) from products)
    order by o.number, position`.execute(database)
  await sql`
    insert into order_events (order_id, happened_at, kind)
    select id, created_at + make_interval(hours => hours), kind
    from orders, (values ('proof', 1), ('delivered', 2)) as event (kind, hours)
    where status = 'delivered'`.execute(database)
}

/** Carts of ten products and mails that were sent: so that PostgreSQL plans for tables with rows, as in a shop in use. */
async function fillCartsAndMails(database: Db) {
  await sql`
    insert into cart_lines (user_id, product_id, quantity)
    select customer.id, product.id, 1
    from (select id, row_number() over (order by id) as place from users) customer
      join (select id, row_number() over (order by id) as place from products limit 2000) product
        on product.place % 200 = customer.place % 200`.execute(database)
  await sql`
    insert into mails (cause, message, due_at, sent_at, queued_at)
    select 'order-received.' || id, jsonb_build_object('kind', 'order-received', 'orderId', id), null, created_at, created_at
    from orders`.execute(database)
}
