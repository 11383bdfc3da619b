import { type Insertable, sql } from 'kysely'
import type { OrderStatus } from '#domain/order-status.ts'
import type { SaleCondition } from '#domain/sale-condition.ts'
import type { Role } from '#domain/users.ts'
import type { Database, Db, Tx } from '#server/database/schema.ts'
import { hashPassword } from '#server/features/accounts/passwords.ts'
import { deriveColumns } from '#server/features/products/derive-columns.ts'
import { holdProducts } from '#server/features/products/hold-products.ts'
import { moveStock, recordStock } from '#server/features/stock/move-stock.ts'
import { openSession } from '#server/http/sessions.ts'
import { store } from '#store'

// Several processes may share a database: each counts from a random number.
let lastNumber = Math.floor(Math.random() * 9e9)
/** A number that is unique in the test run. */
export const unique = () => {
  lastNumber += 1
  return lastNumber
}

/** A new EAN-13 with Chile's prefix. */
export function makeEan(): string {
  const digits = `780${String(unique() % 1e9).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

let lastAddress = 0
/** A network address that no other test of the file uses. */
export function makeAddress(): string {
  lastAddress += 1
  return `198.18.${lastAddress >> 8}.${lastAddress & 255}`
}

export const PASSWORD = 'clave-de-prueba'
let passwordHash: Promise<string> | undefined

/** Creates a user with a session. The password is {@link PASSWORD}. */
export async function makeUser(database: Db, values: { role?: Role; email?: string; name?: string } = {}) {
  passwordHash ??= hashPassword(PASSWORD)
  const user = await database
    .insertInto('users')
    .values({
      role: values.role ?? 'Cliente',
      email: values.email ?? `persona${unique()}@correo.cl`,
      password_hash: await passwordHash,
      name: values.name ?? 'Ana',
      lastname: 'Soto',
      rut: '123456789',
      phone: '221234567',
      cellphone: '912345678',
      gender: 'FEMENINO',
      birthdate: '1990-05-17',
    })
    .returning(['id', 'role', 'email'])
    .executeTakeFirstOrThrow()
  const token = await openSession(database, { userId: user.id, role: user.role })
  return { ...user, token }
}

/** Finds or creates a category by name, and returns its id. */
export async function makeCategory(database: Db, name = 'Dolor y fiebre'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into categories (name) values (${name})
    on conflict (name_key) do update set name = excluded.name returning id`.execute(database)
  return rows[0]!.id
}

/** Finds or creates a supplier by name, and returns its id. */
export async function makeSupplier(database: Db, name = 'Laboratorio Andino'): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into suppliers (name, address) values (${name}, 'Calle Uno 1')
    on conflict (name_key) do update set name = excluded.name returning id`.execute(database)
  return rows[0]!.id
}

type ProductValues = {
  tradename?: string
  category?: string
  laboratory?: string
  stock?: number
  cost?: number
  discount?: number
  dcm?: string
  generic?: boolean
  barcode?: string
  own_code?: string
  therapeutic_action?: string
  bioequivalent?: boolean
  sale_condition?: SaleCondition
  form?: string
  quantity?: string
  cold_chain?: boolean
}

export async function makeProduct(database: Db, values: ProductValues = {}) {
  const { category, laboratory, ...rest } = values
  const number = unique()
  const tradename = values.tradename ?? `Producto ${number}`
  const product = await database
    .insertInto('products')
    .values({
      barcode: `780${String(number).padStart(10, '0')}`,
      cost: 1_990,
      stock: 10,
      // A product of unknown condition could be held for its ingredient.
      sale_condition: 'prescription' in rest ? 'unknown' : 'none',
      ...rest,
      tradename,
      ...deriveColumns({ dcm: '', form: '', quantity: '', ...rest, tradename }),
      category_id: await makeCategory(database, category),
      supplier_id: await makeSupplier(database, laboratory),
    })
    .returning(['id', 'tradename', 'cost', 'discount', 'stock', 'barcode', 'sale_hold'])
    .executeTakeFirstOrThrow()
  // Without units there is nothing to record.
  if (product.stock > 0)
    await recordStock(database as Tx, new Map([[product.id, { stock: 0 }]]), { cause: 'opening' })
  if (product.sale_hold === 'pending')
    await database.transaction().execute((tx) => holdProducts(tx, [product.id]))
  return product
}

/** Counts the stock of a product, as staff would. */
export async function setStock(database: Db, id: string, stock: number) {
  const count = async (tx: Tx) => {
    await sql`select from products where id = ${id} for no key update`.execute(tx)
    const units = sql`select id as product_id, ${stock}::int - stock as units from products where id = ${id}`
    await moveStock(tx, units, { cause: 'count' })
  }
  await (database.isTransaction ? count(database as Tx) : database.transaction().execute(count))
}

/** Valid shipping details. */
export const SHIPPING = {
  name: 'Ana',
  lastName: 'Soto',
  address: 'Los Aromos 123',
  city: 'Ñuñoa',
  postalCode: '7750000',
  phone: '912345678',
  email: 'ana@correo.cl',
}

type OrderValues = {
  userId: string
  /** The order's age. */
  hours?: number
  status?: OrderStatus
  payment?: string
  total?: number
  email?: string
  lines?: { productId: string; quantity: number }[]
}

/** An order as the checkout saves it, without taking stock. */
export async function makeOrder(
  database: Db,
  { userId, hours = 0, lines = [], total = 1_990, ...values }: OrderValues,
) {
  const { lastName: last_name, postalCode: postal_code, ...details } = SHIPPING
  const order = await database
    .insertInto('orders')
    .values({
      ...{ ...details, ...values, last_name, postal_code, total },
      user_id: userId,
      created_at: sql<Date>`now() - make_interval(hours => ${hours}, mins => 1)`,
    })
    .returning(['id', 'number', 'created_at'])
    .executeTakeFirstOrThrow()
  await sql`
    insert into order_lines (order_id, position, product_id, product_name, price, quantity, discount, total)
    select ${order.id}, row_number() over (), p.id, p.tradename, p.cost, line.quantity, 0, p.cost * line.quantity
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line ("productId" uuid, quantity int)
    join products p on p.id = line."productId"`.execute(database)
  return order
}

/** Creates a code for a discount: by default 10 % without any limit. */
export async function makeCoupon(database: Db, values: Partial<Insertable<Database['coupons']>> = {}) {
  return database
    .insertInto('coupons')
    .values({ code: `PRUEBA${unique()}`, kind: 'percent', value: 10, ...values })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
}

/** Creates an active pick-up point. */
export async function makePickup(database: Db, values: Partial<Insertable<Database['pickup_points']>> = {}) {
  return database
    .insertInto('pickup_points')
    .values({
      ...{ position: unique() % 1e9, name: `Local ${unique()}`, address: 'Av. Providencia 1234' },
      ...{ hours: 'Lunes a viernes de 9:00 a 20:00', ready: 'en 2 horas', active: true, ...values },
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/** Creates an active delivery zone of some communes, which no other active zone may have. */
export async function makeZone(
  database: Db,
  { communes, ...values }: Partial<Insertable<Database['delivery_zones']>> & { communes: string[] },
) {
  const zone = await database
    .insertInto('delivery_zones')
    .values({
      ...{ position: unique() % 1e9, name: `Zona ${unique()}`, price: 3_490, free_from: 30_000 },
      ...{ days: '24 a 48 horas hábiles', cold: false, active: true, ...values },
    })
    .returning(['id', 'name', 'active'])
    .executeTakeFirstOrThrow()
  await database
    .insertInto('zone_communes')
    .values(communes.map((commune) => ({ commune, zone_id: zone.id, active: zone.active })))
    .execute()
  return zone
}

/** A prescription of a customer's delivered order, approved for these products and good for some dispensings, the first one included. */
export async function makeLastingPrescription(
  database: Db,
  {
    userId,
    products,
    deliveries = 3,
    prescriber = 'Dra. Soto',
    validUntil = null,
  }: {
    userId: string
    products: { id: string }[]
    deliveries?: number
    prescriber?: string
    /** In days from the pharmacy's today. */
    validUntil?: number | null
  },
) {
  const order = await makeOrder(database, {
    userId,
    hours: 24 * 30,
    status: 'delivered',
    lines: products.map(({ id }) => ({ productId: id, quantity: 1 })),
  })
  const { rows } = await sql<{ id: string }>`
    with lasting as (
      insert into lasting_prescriptions (user_id, order_id, prescriber, deliveries, valid_until)
      values (${userId}, ${order.id}, ${prescriber}, ${deliveries},
        (now() at time zone ${store.timeZone})::date + ${validUntil}::integer)
      returning id
    ), items as (
      insert into lasting_prescription_items (prescription_id, equivalence, product_id)
      select lasting.id, p.equivalence, p.id from lasting, products p where p.id = any(${products.map(({ id }) => id)}::uuid[])
    ), used as (
      insert into prescription_uses (prescription_id, order_id) select id, ${order.id} from lasting
    ), reviewed as (
      insert into prescription_reviews (order_id, approved, prescriber, reviewed_at)
      values (${order.id}, true, ${prescriber}, ${order.created_at})
    )
    select id from lasting`.execute(database)
  return { id: rows[0]!.id, order }
}
