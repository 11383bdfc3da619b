import type { FastifyInstance } from 'fastify'
import { loadSharp } from '../images/load-sharp.ts'

/** The size that messengers and social networks ask for. */
const [WIDTH, HEIGHT] = [1200, 630]

/** The pharmacy's mark, without words: a server needs no fonts to draw it. */
const CARD = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 1200 630">
  <rect width="1200" height="630" fill="#ebf5ef"/>
  <circle cx="600" cy="340" r="270" fill="#d3e9dc"/>
  <path d="M980 90h34v34h34v34h-34v34h-34v-34h-34v-34h34zM190 420h24v24h24v24h-24v24h-24v-24h-24v-24h24z" fill="#8cc7a8"/>
  <g transform="translate(430 145) scale(5.3125)">
    <rect width="64" height="64" rx="16" fill="#0e5f46"/>
    <path d="M26 14h12v12h12v12H38v12H26V38H14V26h12z" fill="#ebf5ef"/>
    <path d="M26 50V38H14c0 8 4 12 12 12Z" fill="#8cc7a8"/>
  </g>
  <path d="M0 600h1200v30H0z" fill="#0a4835"/>
</svg>`

/** Serves the default picture of shared pages (docs/shop.md#being-found), drawn once. */
export function shareCardRoute(app: FastifyInstance) {
  let drawing: Promise<Buffer> | undefined
  app.get('/tarjeta.png', async (_request, reply) => {
    drawing ??= draw()
    drawing.catch(() => {
      drawing = undefined
    })
    const card = await drawing
    return reply.type('image/png').header('cache-control', 'public, max-age=86400').send(card)
  })
}

async function draw(): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(Buffer.from(CARD)).png({ palette: true }).toBuffer()
}
