/** Fixtures for hostile requests: rows and files to name, and sessions. */
import pg from 'pg'
import sharp from 'sharp'
import { row, workbook } from '#tests/workbooks.ts'
import { openBrowser } from '../call-server.ts'
import { ADMIN, addProducts, logIn, registerCustomers } from '../fill-shop.ts'
import type { Files } from './hostile-form.ts'
import type { Surroundings } from './hostile-request.ts'

/** Fills a shop that has an administrator and nothing else. */
export async function setStage(base: string, databaseUrl: string): Promise<Surroundings> {
  await addProducts(databaseUrl)
  const [customer, other, marketing] = await registerCustomers(base, 3)
  const admin = await logIn(base, ADMIN.email)
  const browser = openBrowser(base)
  const files = await makeFiles()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("update users set role = 'Marketing' where id = $1", [marketing!.id])
    const form = new FormData()
    for (let n = 0; n < 3; n += 1) form.append('files', new Blob([new Uint8Array(files.image)]), `${n}.jpg`)
    const added = await browser.call({ path: '/admin/add-image-carousel', form, token: admin.token })
    if (added.status >= 300) throw new Error(`No se pudo llenar el carrusel: ${added.status}`)
    await client.query(
      `insert into orders (user_id, name, last_name, address, city, postal_code, phone, email, total)
       select $1, 'Ana', 'Soto', 'Los Aromos 123', 'Talca', '3460000', '912345678', 'ana@fuzz.cl', 0 from generate_series(1, 20)`,
      [customer!.id],
    )
    const ids = async (table: string) =>
      (await client.query<{ id: string }>(`select id from ${table} order by id`)).rows.map(({ id }) => id)
    const images = await client.query<{ photo: string }>('select photo from carousel_images')
    const facts = {
      // The list leaves out the administrator: a profile saved by chance would end the administrator's sessions.
      users: [customer!.id, other!.id, marketing!.id],
      products: await ids('products'),
      orders: await ids('orders'),
      others: [...(await ids('carousel_images')), ...(await ids('categories')), ...(await ids('suppliers'))],
      images: images.rows.map(({ photo }) => photo),
    }
    const tokens = [admin.token, admin.token, customer!.token, marketing!.token]
    return { facts, files, tokens }
  } finally {
    browser.close()
    await client.end()
  }
}

async function makeFiles(): Promise<Files> {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#2e7d5b' } })
  return {
    image: await plain(80, 60).jpeg().toBuffer(),
    workbook: await workbook([row(), row()]),
    bomb: await plain(9_000, 9_000).png().toBuffer(),
  }
}
