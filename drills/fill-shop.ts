/** Fixtures of a drill: products with a known stock, and customers who registered over HTTP. */
import { openBrowser } from './call-server.ts'
import { withClient } from './with-client.ts'

export const PRODUCTS = 40
/** The initial stock of each product: more than any drill sells. */
export const STOCK = 1_000_000
export const PASSWORD = 'clave-del-simulacro'
export const ADMIN = { email: 'admin@simulacro.cl', password: PASSWORD }
const CATEGORY = 'Simulacro'

export type Product = { id: string }
export type Account = { id: string; email: string; token: string }

/** Adds products to a migrated database. */
export async function addProducts(databaseUrl: string): Promise<Product[]> {
  return withClient(databaseUrl, async (client) => {
    await client.query('insert into categories (name) values ($1)', [CATEGORY])
    await client.query("insert into suppliers (name) values ('Laboratorio Simulacro')")
    const { rows } = await client.query<Product>(
      `insert into products (barcode, tradename, category_id, supplier_id, stock, cost, discount, sale_condition)
       select '780' || lpad(n::text, 10, '0'), 'Producto de simulacro ' || n, category.id, supplier.id,
         $2, 990 + n * 37, n % 4 * 5, 'none'
       from generate_series(1, $1::int) n, (select id from categories where name = $3) category,
         (select id from suppliers where name = 'Laboratorio Simulacro') supplier
       returning id`,
      [PRODUCTS, STOCK, CATEGORY],
    )
    return rows
  })
}

/** Registers customers over HTTP and logs them in. */
export async function registerCustomers(base: string, count: number): Promise<Account[]> {
  const browser = openBrowser(base)
  const accounts: Account[] = []
  try {
    for (let n = 1; n <= count; n += 1) {
      const email = `cliente${n}@simulacro.cl`
      const { status, body } = await browser.call({ path: '/user/create-client', json: registration(email) })
      if (status !== 201)
        throw new Error(`No se pudo registrar a ${email}: ${status} ${JSON.stringify(body)}`)
      accounts.push(await logIn(base, email))
    }
    return accounts
  } finally {
    browser.close()
  }
}

/** Logs in and returns the account with its session. */
export async function logIn(base: string, email: string): Promise<Account> {
  const browser = openBrowser(base)
  try {
    const { status, body } = await browser.call({ path: '/user/login', json: { email, password: PASSWORD } })
    if (status !== 200 || !body.token) throw new Error(`No se pudo iniciar sesión con ${email}: ${status}`)
    return { id: (body.data as { _id: string })._id, email, token: body.token }
  } finally {
    browser.close()
  }
}

/** The body of a registration. */
export const registration = (email: string) => ({
  name: 'Ana',
  last_name: 'Soto',
  rut: '12345678',
  gender: 'FEMENINO',
  phone: '221234567',
  cellphone: '912345678',
  email,
  category: CATEGORY,
  day: 17,
  month: 5,
  year: 1990,
  password: PASSWORD,
  repeat_password: PASSWORD,
})
