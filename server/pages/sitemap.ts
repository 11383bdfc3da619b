import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { productUrl, SCREENS } from '#domain/screen-urls.ts'
import { inBatches } from '../database/in-batches.ts'
import { readFromReplica } from '../http/read-from-replica.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'

/** The sitemap format's limit. */
const MAX_URLS_PER_FILE = 50_000
const BATCH = 1_000
/** The most sitemaps written at the same time; a refused crawler comes back. */
const MAX_OPEN_FILES = 4
const RETRY_SECONDS = 30

/** The indexed pages besides products. */
const PAGES = [SCREENS.home, SCREENS.shop, SCREENS.prescriptionBook, SCREENS.about]
/** Screens that belong to a person or a token. */
const NOT_FOR_CRAWLERS = [
  SCREENS.backOffice,
  SCREENS.profile,
  SCREENS.checkout,
  SCREENS.recovery,
  SCREENS.newPassword,
  SCREENS.cancelReminders,
  SCREENS.repeatOrder,
  SCREENS.stopAlerts,
]

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const CACHE_CONTROL = 'public, max-age=3600'

type Row = { id: string; day: string }

/**
 * Serves robots.txt and the sitemap: an index, a file of pages, and files of products by id, streamed so
 * that memory use doesn't depend on their number.
 */
export function crawlerRoutes(
  app: FastifyInstance,
  { database, replica, config }: Services,
  perFile = MAX_URLS_PER_FILE,
) {
  const { origin } = new URL(config.publicUrl)
  const read = readFromReplica(database, replica)
  let running = 0

  const robots = `User-agent: *\n${NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${origin}/sitemap.xml\n`
  app.route({
    method: ['GET', 'HEAD'],
    url: '/robots.txt',
    handler: (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', CACHE_CONTROL).send(robots),
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    const { rows } = await read((reader) =>
      sql<{ total: number }>`select count(*)::int as total from products where retired_at is null`.execute(
        reader,
      ),
    )
    const files = Math.ceil(rows[0]!.total / perFile) + 1
    const entries = Array.from(
      { length: files },
      (_, file) => `<sitemap><loc>${origin}/sitemap-${file}.xml</loc></sitemap>`,
    )
    return reply
      .type('application/xml')
      .header('cache-control', CACHE_CONTROL)
      .send(`${DECLARATION}<sitemapindex ${NAMESPACE}>${entries.join('')}</sitemapindex>\n`)
  })

  app.get<{ Params: { file: string } }>('/sitemap-:file', async ({ params }, reply) => {
    const file = Number(/^(\d{1,5})\.xml$/.exec(params.file)?.[1] ?? Number.NaN)
    if (Number.isNaN(file)) throw new Refusal('NOT_FOUND')
    reply.type('application/xml').header('cache-control', CACHE_CONTROL)
    if (file === 0)
      return reply.send(
        `${HEAD}${PAGES.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('')}${END}`,
      )
    if (running >= MAX_OPEN_FILES) throw new Refusal('TOO_MANY', { retryAfter: RETRY_SECONDS })
    running += 1
    try {
      const first = await readRows(`offset ${(file - 1) * perFile} limit 1`)
      if (first.length === 0) throw new Refusal('NOT_FOUND')
      const body = Readable.from(writeFile(first[0]!.id))
      body.once('close', () => {
        running -= 1
      })
      return reply.send(body)
    } catch (error) {
      running -= 1
      throw error
    }
  })

  const readRows = async (range: string, from?: string, after?: string) => {
    const condition = after ? sql`and id > ${after}` : from ? sql`and id >= ${from}` : sql``
    const { rows } = await read((reader) =>
      sql<Row>`
        select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from products where retired_at is null ${condition}
        order by id ${sql.raw(range)}`.execute(reader),
    )
    return rows
  }

  async function* writeFile(from: string) {
    yield HEAD
    let left = perFile
    const batches = inBatches<Row>(
      (last) => readRows(`limit ${Math.min(BATCH, left)}`, from, last?.id),
      Math.min(BATCH, perFile),
    )
    for await (const rows of batches) {
      left -= rows.length
      yield rows
        .map(({ id, day }) => `<url><loc>${origin}${productUrl(id)}</loc><lastmod>${day}</lastmod></url>`)
        .join('\n')
      if (left <= 0) break
    }
    yield END
  }
}

const HEAD = `${DECLARATION}<urlset ${NAMESPACE}>`
const END = '</urlset>\n'
