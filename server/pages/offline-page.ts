import type { FastifyInstance } from 'fastify'
import { store } from '#store'
import { escapeHtml } from '../escape-html.ts'
import { plainPage, securityHeaders } from './page.ts'

/**
 * Serves the page that the service worker shows without a network. The page needs only its own files: `public/sin-conexion.*`.
 */
export function serveOfflinePage(app: FastifyInstance) {
  const headers = securityHeaders({ scriptSources: '' })
  app.get('/sin-conexion', (_request, reply) =>
    reply
      .headers(headers)
      .header('cache-control', 'public, max-age=3600')
      .type('text/html; charset=utf-8')
      .send(html),
  )
}

const phone = escapeHtml(store.phone)

const { html } = plainPage(
  200,
  'Sin conexión',
  `<h1>No hay conexión con la farmacia</h1>
<p>Revisa tu conexión a internet e intenta nuevamente. También puedes llamarnos: <a href="tel:${phone.replace(/[^+\d]/g, '')}">${phone}</a>.</p>
<button type="button">Reintentar</button>
<section aria-labelledby="carrito">
<h2 id="carrito">Tu carrito</h2>
<p id="vacio" class="note" hidden>No hay productos en el carrito</p>
<ul id="lineas"></ul>
<p id="total" hidden>Total <strong></strong></p>
<p class="note">Está guardado en este equipo, con los precios de la última vez.</p>
</section>`,
  `<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/sin-conexion.js" defer></script>
`,
)
