/** Makes a hostile request: a call of the contract with some or all of its parts replaced by hostile values. */
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { type Files, hostileForm } from './hostile-form.ts'
import { hostileJson, hostilePart, hostileText, hostileToken, hostileValue } from './hostile-values.ts'
import { type Facts, plausible } from './plausible-values.ts'
import type { Random } from './random.ts'

export type HostileRequest = {
  method: string
  /** The path with its query, possibly malformed. */
  path: string
  headers: Record<string, string>
  body: Buffer
}

export type Surroundings = { facts: Facts; files: Files; tokens: readonly string[] }

/** Node itself refuses a longer request line with 431, and closes the connection. */
const MAX_URL_LENGTH = 12_000

export function hostileRequest(
  call: Call,
  random: Random,
  { facts, files, tokens }: Surroundings,
): HostileRequest {
  const headers: Record<string, string> = {}
  const token = random.chance(0.9) ? random.pick(['', ...tokens, ...tokens]) : hostileToken(random)
  if (token) headers['x-access-token'] = token
  if (random.chance(0.05)) Object.assign(headers, hostileHeaders(random))
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    random.chance(0.75) ? encodeURIComponent(String(plausible(name, random, facts))) : hostilePart(random),
  )
  const url = `/api${path}${query(call, random, facts)}`.slice(0, MAX_URL_LENGTH)
  const request = { method: call.method, path: url, headers }
  if (call.method === 'GET' && !random.chance(0.02)) return { ...request, body: Buffer.alloc(0) }
  const fields = bodyFields(call, random, facts)
  if (call.upload && random.chance(0.95)) {
    const { type, bytes } = hostileForm(fields, call.upload.field, random, files)
    headers['content-type'] = type
    return { ...request, body: bytes }
  }
  headers['content-type'] = random.chance(0.95) ? 'application/json' : random.pick(CONTENT_TYPES)
  if (random.chance(0.02)) return { ...request, body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) }
  const json = random.chance(0.1) ? hostileJson(random) : JSON.stringify(fields)
  return { ...request, body: Buffer.from(json) }
}

const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
  'x',
]

const hostileHeaders = (random: Random): Record<string, string> =>
  random.pick<Record<string, string>>([
    { 'content-encoding': 'gzip' },
    { cookie: 'XSRF-TOKEN=%E0%A4%A; token=x' },
    { 'sec-fetch-site': 'cross-site' },
    { purpose: 'prefetch' },
    { 'if-none-match': '"x", *' },
    { 'accept-encoding': 'br;q=x, *;q=0' },
    { 'idempotency-key': 'ñ'.repeat(500) },
    { 'x-forwarded-for': "1.2.3.4, ' or 1=1, ::ffff:x" },
    { 'x-http-method-override': 'DELETE' },
    { range: 'bytes=-99999999999999999999-' },
    { host: 'evil.test' },
    { origin: 'null' },
    { expect: '100-continue' },
  ])

function query(call: Call, random: Random, facts: Facts): string {
  const names = Object.keys(call.query?.shape ?? {}).filter(() => random.chance(0.5))
  const pairs = names.map((name) => {
    const value = random.chance(0.6)
      ? encodeURIComponent(String(plausible(name, random, facts)))
      : hostilePart(random)
    return `${name}${random.chance(0.05) ? '[]' : ''}=${value.slice(0, 4_000)}`
  })
  if (random.chance(0.05))
    pairs.push(random.pick(['__proto__[role]=x', '=', '&&&', 'page=1&page=2', `${random.text(9)}=%`]))
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** The fields of a body: most with plausible values, some with hostile ones. */
function bodyFields({ body }: Call, random: Random, facts: Facts): Record<string, unknown> {
  const fields = Object.fromEntries(
    fieldNames(body).map((name): [string, unknown] => [name, plausible(name, random, facts)]),
  )
  const names = Object.keys(fields)
  const hostile = random.chance(0.15) ? 0 : random.chance(0.8) ? 1 : 1 + random.below(names.length + 1)
  for (let n = 0; n < hostile && names.length > 0; n += 1) {
    const name = random.pick(names)
    if (random.chance(0.1)) delete fields[name]
    else fields[name] = hostileVariant(fields[name], random)
  }
  if (random.chance(0.05)) fields[hostileText(random)] = hostileValue(random)
  return fields
}

/** Replaces a value by a hostile one; in a list, sometimes only one field of a line. */
function hostileVariant(value: unknown, random: Random): unknown {
  if (!Array.isArray(value) || random.chance(0.4)) return hostileValue(random)
  // A hostile line may be megabytes long, and a thousand copies would exceed the longest string.
  const isShort = JSON.stringify(value[0] ?? null).length < 1_000
  if (random.chance(0.1) && isShort) return Array.from({ length: 1_001 }, () => value[0])
  return value.map((line: object | null) => ({
    ...line,
    [random.pick([...Object.keys(line ?? {}), 'price', 'total'])]: hostileValue(random),
  }))
}

function fieldNames(body: z.ZodType | undefined): string[] {
  if (!body) return []
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as { properties?: object }
  return Object.keys(schema.properties ?? {})
}
