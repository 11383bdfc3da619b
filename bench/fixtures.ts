import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/schema.ts'
import { makeUser } from '#tests/factories.ts'

const HEADS = [
  'Lo',
  'Para',
  'Ibu',
  'Amoxi',
  'Ome',
  'Met',
  'Sertra',
  'Lora',
  'Ateno',
  'Feno',
  'Keto',
  'Cipro',
  'Dexa',
  'Hidro',
  'Levo',
  'Napro',
]
const TAILS = [
  'sartán',
  'cetamol',
  'profeno',
  'cilina',
  'prazol',
  'formina',
  'lina',
  'tadina',
  'lol',
  'fibrato',
  'floxacino',
  'metasona',
  'clorotiazida',
  'tiroxina',
  'xeno',
  'pril',
  'statina',
  'zepam',
  'micina',
  'dipino',
]
/** 320 names, so that about thirty of ten thousand products share one, as in a real catalogue. */
const INGREDIENTS = HEADS.flatMap((head) => TAILS.map((tail) => head + tail))

/** `products` products in 14 categories of 10 laboratories, and `orders` orders of one customer. */
export async function fill(database: Db, { products, orders }: { products: number; orders: number }) {
  await sql`insert into categories (name) select 'Categoría ' || n from generate_series(1, 14) n`.execute(
    database,
  )
  await sql`insert into suppliers (name) select 'Laboratorio ' || n from generate_series(1, 10) n`.execute(
    database,
  )
  await sql`
    insert into products (barcode, tradename, category_id, supplier_id, dcm, stock, cost, discount, quantity, photo)
    select '780' || lpad(n::text, 10, '0'),
      (${INGREDIENTS}::text[])[1 + n % 320] || ' ' || (n % 500) || ' mg × ' || (n % 60) || ' comprimidos ' || n,
      (select array_agg(id) from categories)[1 + n % 14], (select array_agg(id) from suppliers)[1 + n % 10],
      (${INGREDIENTS}::text[])[1 + n % 320] || ' ' || (n % 500) || ' mg', 1000000, 1000 + n % 20000, (n % 5) * 5,
      (n % 60) || ' comprimidos', md5(n::text) || '.webp'
    from generate_series(1, ${products}::int) n`.execute(database)
  const customer = await makeUser(database)
  await sql`
    insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total, status)
    select ${customer.id}, 'Ana', 'Soto ' || n, 'Los Aromos ' || n, 'Santiago', '7750000', '912345678', 'ana@correo.cl', 5990,
      (array['pending', 'delivered', 'cancelled'])[1 + n % 3]
    from generate_series(1, ${orders}::int) n`.execute(database)
  await sql`
    insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total)
    select o.id, 1, (select id from products limit 1), 'Losartán', 5990, 1, 0, 5990 from orders o`.execute(
    database,
  )
  await sql`vacuum analyze`.execute(database)
}

/** Customers with a session. */
export async function makeCustomers(database: Db, count: number) {
  const tag = randomBytes(4).toString('hex')
  return Promise.all(
    Array.from({ length: count }, (_, n) => makeUser(database, { email: `${tag}-${n}@bench.cl` })),
  )
}
