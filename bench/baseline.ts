import Fastify from 'fastify'

/** A bare Fastify that answers every request with the same bytes: the upper limit of this machine. */
const app = Fastify()
let answer: { type: string; body: Buffer } = { type: 'application/json', body: Buffer.from('{}') }

app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.put('/', async (request) => {
  answer = { type: String(request.headers['content-type']), body: request.body as Buffer }
  return { ok: true }
})
app.get('/*', (_request, reply) => reply.type(answer.type).send(answer.body))
app.post('/*', (_request, reply) => reply.type(answer.type).send(answer.body))

await app.listen({ port: Number(process.env.PORT) })
