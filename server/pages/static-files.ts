import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { store } from '#store'

/**
 * Serves the files of the built application. Files in `assets/` have a hash in their name and are cached forever; the others
 * are revalidated after an hour.
 */
export async function serveBuiltFiles(app: FastifyInstance) {
  const root = join(import.meta.dirname, '../../build/client')
  await app.register(fastifyStatic, {
    root,
    // The plugin's own routes, two per file, would slow down the start.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      reply.header('x-content-type-options', 'nosniff')
    },
  })
  const names = (await readdir(root)).filter(isOriginal)
  const assets = new Set((await readdir(join(root, 'assets'))).filter(isOriginal))
  const serve = (url: string, handler: (name: string, reply: FastifyReply) => unknown) =>
    app.route<{ Params: { '*'?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      handler: ({ params }, reply) => handler(params['*'] ?? '', reply),
    })
  for (const name of names) serve(`/${name}`, (_, reply) => reply.sendFile(name))
  // A missing file belongs to another version, as during an update: answer 404, because a page would be run as a script.
  serve('/assets/*', (name, reply) =>
    assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
  )
}

/** Whether a name is a file, and not a compressed copy, which is sent in place of the original. */
const isOriginal = (name: string) => /\.\w+$/.test(name) && !/\.(br|gz)$/.test(name)

/** Serves the web manifest, which names the pharmacy. */
export function serveWebManifest(app: FastifyInstance) {
  app.get('/site.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600').send(webManifest),
  )
}

const webManifest = {
  name: store.name,
  short_name: store.name,
  description: store.tagline,
  lang: 'es-CL',
  start_url: '/',
  display: 'standalone',
  background_color: '#fbf8f2',
  theme_color: '#0e5f46',
  icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
}
