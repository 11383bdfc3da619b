import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { productUrl, SCREENS } from '#domain/screen-urls.ts'
import { readFromReplica } from '../http/read-from-replica.ts'
import { Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'

/** The sitemap format's limit. */
const MAX_URLS_PER_FILE = 50_000

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

const CACHE_CONTROL = 'public, max-age=3600'

/** Serves robots.txt and the sitemap: an index, a file of pages, and files of products by id. */
export function crawlerRoutes(
  app: FastifyInstance,
  { database, replica, config }: Services,
  perFile = MAX_URLS_PER_FILE,
) {
  const { origin } = new URL(config.publicUrl)
  const read = readFromReplica(database, replica)

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
    return sendXml(reply, 'sitemapindex', entries)
  })

  app.get<{ Params: { file: string } }>('/sitemap-:file', async ({ params }, reply) => {
    const [, digits] = /^(\d{1,5})\.xml$/.exec(params.file) ?? []
    if (!digits) throw new Refusal('NOT_FOUND')
    const file = Number(digits)
    if (file === 0)
      return sendXml(
        reply,
        'urlset',
        PAGES.map((path) => `<url><loc>${origin}${path}</loc></url>`),
      )
    const { rows } = await read((reader) =>
      sql<{ id: string; day: string }>`
        select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from products where retired_at is null
        order by id limit ${perFile} offset ${(file - 1) * perFile}`.execute(reader),
    )
    if (rows.length === 0) throw new Refusal('NOT_FOUND')
    const entries = rows.map(
      ({ id, day }) => `<url><loc>${origin}${productUrl(id)}</loc><lastmod>${day}</lastmod></url>`,
    )
    return sendXml(reply, 'urlset', entries)
  })
}

const sendXml = (reply: FastifyReply, root: 'sitemapindex' | 'urlset', entries: string[]) =>
  reply
    .type('application/xml')
    .header('cache-control', CACHE_CONTROL)
    .send(
      `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('\n')}</${root}>\n`,
    )
