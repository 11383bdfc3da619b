import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { createTestApp } from '#tests/app.ts'
import { answerErrors } from './errors.ts'
import { ResponseCache } from './response-cache.ts'
import { checkBySchema, createServe } from './serve.ts'

const services = await createTestApp()
const app = Fastify()
answerErrors(app)
app.setValidatorCompiler(({ schema }) => checkBySchema(schema))
const serve = createServe(app, services, new ResponseCache())
const menu = { names: ['Dolor'], hasMore: false }
serve(calls.categoryMenu, async () => ({ data: { ...menu, cost: 1 }, secret: 2 }) as never, {
  cache: 'public',
})
serve(calls.listHome, async () => ({ data: { onSale: 'none' } }) as never)

test('sends no field that the call doesn’t declare, to visitors or to others', async () => {
  for (const headers of [{}, { 'x-access-token': 'x'.repeat(43) }]) {
    const answer = await app.inject({ url: '/api/category/menu', headers })
    expect(answer.json()).toEqual({ data: menu })
  }
})

test('an answer that doesn’t fit its schema is a bug', async () => {
  const answer = await app.inject({ url: '/api/products/home' })
  expect(answer).toMatchObject({ statusCode: 500 })
  expect(answer.json()).toMatchObject({ code: 'INTERNAL' })
})
