import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { store } from '#store'

/**
 * Serves the files of the built application. Files in `assets/` have a hash in their name and are cached forever; the others
 * are revalidated after an hour.
 */
export async function serveBuiltFiles(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: join(import.meta.dirname, '../../build/client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      reply.header('x-content-type-options', 'nosniff')
    },
  })
}

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
