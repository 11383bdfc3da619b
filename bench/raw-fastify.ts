import Fastify from 'fastify'

/** A raw Fastify that answers every request with the same bytes: the upper limit of this machine. */
const app = Fastify()
let answer = { headers: {} as Record<string, string>, body: Buffer.from('{}') as Buffer }

app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.put('/', async ({ headers, body }) => {
  const encoding = headers['x-encoding']
  answer = {
    headers: {
      'content-type': String(headers['x-type']),
      ...(encoding ? { 'content-encoding': String(encoding) } : {}),
    },
    body: body as Buffer,
  }
  return { ok: true }
})
app.get('/*', (_request, reply) => reply.headers(answer.headers).send(answer.body))

await app.listen({ port: Number(process.env.PORT) })
