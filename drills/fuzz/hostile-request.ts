/** Hostile requests: calls of the contract with values that fit their schemas, but for some that no form would send. */
import fc from 'fast-check'
import { z } from 'zod'
import { type Call, paramsOf } from '#contract/call.ts'
import type { Sent } from '../browser.ts'

/** Values for requests: ids of users, products and all rows, stored images, sessions, files that can be read, and others. */
export type Stage = Record<'users' | 'products' | 'ids' | 'images' | 'tokens', string[]> &
  Record<'files' | 'badFiles', Buffer[]>

const any = <T>(values: readonly T[]) => fc.constantFrom(...values)
/** One of the texts, which are separated by a bar between blanks. */
const oneOf = (texts: string) => any(texts.split(/\s\|\s+/))
/** A value for most requests and, `rarely` times in a hundred, another one. */
const mostly = <T>(usual: fc.Arbitrary<T>, rarely: number, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 100 - rarely, arbitrary: usual }, { weight: rarely, arbitrary: other })
const spell = (one: unknown) => (typeof one === 'object' ? JSON.stringify(one) : String(one))

const text = fc.oneof(
  {
    weight: 6,
    arbitrary:
      oneOf(`' or 1=1 -- | '; drop table users; -- | $1 | % | %_\\ | \\ | {{7*7}}#{7*7} | <script>alert(1)</script> | \
      =HYPERLINK("http://evil.test") | ../../../../etc/passwd | ..\\..\\windows | [object Object] | 0 | -0 | -1 | 1.5 | 1e2 | 1e999 | 0x10 | NaN | \
      Infinity | 2147483648 | 9007199254740993 | 2025-02-30 | 0000-00-00 | 9999-12-31T23:59:60Z | null | undefined | true | admin | ADMIN | all | \
      a,b,,c | a/b | 00000000-0000-0000-0000-000000000000 | ffffffff-ffff-ffff-ffff-ffffffffffff | 01890000-0000-7000-8000-00000000000g | \
      correo@ | "a b"@correo.cl | otro@correo.cl, uno@correo.cl`),
  },
  any('| |\u0000|a\u0000b|\ud800|a\udfffb|\ufeff\u202e\u2028|a\r\nBcc: otro@correo.cl'.split('|')),
  fc.tuple(oneOf('x | 9 | á | 💊'), any([40, 201, 5_001, 70_000])).map(([one, times]) => one.repeat(times)),
  // Any UTF-16 units, also halves of pairs. fast-check's own strings have names such as `__proto__` among them.
  fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
  fc.string(),
)
const nested = (depth: number) =>
  Array.from({ length: depth }).reduce((value) => [{ a: value }], 1 as unknown)
/** A hostile value; undefined for one that is missing. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: text },
  any<unknown>([
    ...[undefined, null, 0, -1, 1.5, 1e21, 1e308, 2 ** 53, [], {}, [[]], [null], Array(1_001).fill(1)],
    ...[{ length: 1e9 }, { toString: 'x' }, nested(50), nested(1_000)],
  ]),
  fc.jsonValue(),
)

/** A part of a path or a query, malformed, encoded or far too long. */
const urlPart = fc.oneof(
  oneOf(`% | %0 | %zz | %00 | %ff | %c0%ae%c0%ae%2f | %ED%A0%80 | %2e%2e%2f%2e%2e%2fetc%2fpasswd | ..%5c..%5c | %2f | . | .. | %252e%252e | \
    ;a=b | %0d%0aSet-Cookie:%20a=b | ${'b'.repeat(11_000)}`),
  text.map((one) => encodeURIComponent(one.slice(0, 3_000).toWellFormed())),
)
const badJson =
  oneOf(`{ | {"a": | null | true | 0 | "text" | [] | [[[[]]]] | {"a":1,"a":2} | {"a":1e999} | {"a":"\\ud800"} | \ufeff{} | {"ÿþ"} | \
  {"__proto__":{"role":"Administrador"}} | {"constructor":{"prototype":{"role":"Administrador"}}} | ${'['.repeat(20_000)} | ${'{"a":'.repeat(5_000)}`)
const badToken = oneOf(
  `x | null | ${'a'.repeat(43)} | ${'a'.repeat(6_000)} | ${'a'.repeat(42)}= | ' or 1=1 -- | ${'ÿþ'.padEnd(43, 'ñ')}`,
)
const badHeaders = any<Record<string, string>>([
  { 'content-encoding': 'gzip', range: 'bytes=-99999999999999999999-', purpose: 'prefetch' },
  { cookie: 'XSRF-TOKEN=%E0%A4%A; token=x', 'sec-fetch-site': 'cross-site', origin: 'null' },
  { 'if-none-match': '"x", *', 'accept-encoding': 'br;q=x, *;q=0', expect: '100-continue' },
  { 'idempotency-key': 'ñ'.repeat(500), 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': "1.2.3.4, ' or 1=1, ::ffff:x", host: 'evil.test' },
])
const badType =
  oneOf(`text/plain | application/xml | application/json; charset=utf-16 | application/x-www-form-urlencoded | x | \
  multipart/form-data | multipart/form-data; boundary= | multipart/mixed; boundary=a | application/json`)

type Schema = z.core.JSONSchema.JSONSchema
const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema

/** Texts of a form whose rules no JSON schema says. */
const TEXTS: Record<string, string> = {
  ...{ rut: '12.345.678', phone: '221234567', cellphone: '912345678', postalCode: '7750000' },
  ...{ category: 'Simulacro', laboratory: 'Simulacro', quantity: '30 comprimidos', website: '' },
  ...{ typeForm: 'contact', message: 'Necesito saber el precio de esta receta, por favor.' },
  ...{ password: 'clave-del-simulacro', repeat_password: 'clave-del-simulacro' },
  ...{ confirmPassword: 'clave-del-simulacro', birthdate: '1990-05-17' },
}

const map = <From, To>(values: Record<string, From>, change: (value: From, name: string) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))

/** A value that the schema allows, with a hostile one somewhere inside now and then, so that it reaches the code behind the others. */
const spoilt = (schema: Schema, name: string, stage: Stage): fc.Arbitrary<unknown> =>
  mostly(plausible(schema, name, stage), 10, hostile)

function plausible(schema: Schema, name: string, stage: Stage): fc.Arbitrary<unknown> {
  const { anyOf, oneOf: choices = anyOf, properties, items, type } = schema
  // Values that would end the sessions of all: a second factor for a role, a disabled account.
  if (name === 'roles' || name === 'disabled') return fc.constant(name === 'roles' ? [] : false)
  if (name === 'role') return any(['Cliente', 'Marketing'])
  if (schema.const !== undefined || schema.enum) return any(schema.enum ?? [schema.const])
  if (choices) return fc.oneof(...choices.map((one) => plausible(one as Schema, name, stage)))
  if (properties) return fc.record(map(properties, (one, key) => spoilt(one as Schema, key, stage)))
  if (items) return fc.array(spoilt(items as Schema, name, stage), { minLength: 1, maxLength: 3 })
  if (type === 'object') return fc.constant({})
  if (type === 'boolean') return fc.boolean()
  if (type === 'number' || type === 'integer') return fc.integer({ min: 1, max: 99 })
  if (schema.format === 'date') return fc.constant('1990-05-17')
  if (name in TEXTS) return fc.constant(TEXTS[name])
  if (['user', 'cart', 'userId'].includes(name)) return any(stage.users)
  if (/product/i.test(name)) return any(stage.products)
  if (/ids?$/i.test(name)) return any(stage.ids)
  if (['photo', 'file'].includes(name)) return any(stage.images)
  // New ones each time: two of the same are refused, and an account's new address ends its sessions.
  const letters = fc.string({ unit: any([...'abcXYZ059']), minLength: 12, maxLength: 12 })
  if (name === 'email') return letters.map((one) => `a${one}z@fuzz.cl`)
  return mostly(any(['Ana Soto', 'producto', '1001']), 30, letters)
}

type Body = { type: string; bytes: Buffer }

const fieldsOf = ({ body }: Call, stage: Stage) =>
  spoilt(body ? schemaOf(body) : { properties: { x: {} } }, '', stage)

function jsonBody(call: Call, stage: Stage): fc.Arbitrary<Body> {
  const good = fieldsOf(call, stage).map((fields) => Buffer.from(JSON.stringify(fields) ?? ''))
  // Latin letters are no UTF-8.
  const bad = badJson.map((json) => Buffer.from(json, 'latin1'))
  return fc.record({
    type: mostly(fc.constant('application/json'), 5, badType),
    bytes: mostly(good, 10, bad),
  })
}

const part = (head: string, content: string | Buffer) => [
  Buffer.from(`--fuzz\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
  Buffer.from(content as string),
  Buffer.from('\r\n'),
]

/** Multipart bodies that no browser would send: odd files and names, parts without end, bytes that were changed on the way. */
function formBody(call: Call, field: string, stage: Stage): fc.Arbitrary<Body> {
  const file = fc.record({
    content: mostly(any(stage.files), 25, any(stage.badFiles)),
    name: mostly(fc.constant(field), 10, oneOf('photo | files | fileExcel | otro | __proto__')),
    fileName: oneOf(
      `foto.jpg | ../../../../etc/passwd | ..\\..\\foto.php | a\u0000.jpg | .htaccess | foto.svg | 💊.png`,
    ),
    fileType: oneOf('image/jpeg | text/html | image/svg+xml | application/octet-stream'),
  })
  const change = fc.tuple(fc.nat(), fc.nat(255))
  const form = fc.record({
    fields: fieldsOf(call, stage),
    files: mostly(fc.array(file, { minLength: 1, maxLength: 1 }), 5, fc.array(file, { maxLength: 12 })),
    changes: mostly<[number, number][]>(fc.constant([]), 25, fc.array(change, { minLength: 20 })),
    share: mostly(fc.constant(1), 10, fc.double({ min: 0, max: 1, noNaN: true })),
    type: mostly(fc.constant('multipart/form-data; boundary=fuzz'), 10, badType),
  })
  return form.map(({ fields, files, changes, share, type }) => {
    const given = typeof fields === 'object' ? (fields ?? {}) : {}
    const texts = Object.entries(given).flatMap(([name, value]) =>
      part(`name="${name.replace(/["\r\n]/g, '_')}"`, spell(value) ?? ''),
    )
    const contents = files.flatMap(({ content, name, fileName, fileType }) =>
      part(`name="${name}"; filename="${fileName}"\r\nContent-Type: ${fileType}`, content),
    )
    const bytes = Buffer.concat([...texts, ...contents, Buffer.from('--fuzz--\r\n')])
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte
    return { type, bytes: bytes.subarray(0, bytes.length * share) }
  })
}

/** Node itself refuses a longer request line with 431, and closes the connection. */
const MAX_URL_LENGTH = 9_000

export function hostileRequests(call: Call, stage: Stage): fc.Arbitrary<Sent> {
  const encoded = (type?: z.ZodObject) =>
    map(type ? schemaOf(type).properties! : {}, (one, name) => {
      const value = plausible(one as Schema, name, stage).map((value) => encodeURIComponent(spell(value)))
      return mostly(value, 30, urlPart)
    })
  const json = jsonBody(call, stage)
  const body = call.upload ? mostly(formBody(call, call.upload.field, stage), 5, json) : json
  const stray = oneOf('__proto__[role]=x | = | &&& | page=1&page=2 | page[]=1 | %=%')
  return fc
    .record({
      params: fc.record(encoded(paramsOf(call))),
      query: fc.record(encoded(call.query), { requiredKeys: [] }),
      stray: mostly(fc.constant(''), 5, stray),
      token: mostly(any(['', ...stage.tokens, ...stage.tokens]), 10, badToken),
      extra: mostly(fc.constant({}), 5, badHeaders),
      body: call.method === 'POST' ? body : fc.constant(undefined),
    })
    .map(({ params, query, stray, token, extra, body }) => {
      const path = call.path.replaceAll(/:(\w+)/g, (_, name) => params[name]!)
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${value?.slice(0, 4_000)}`)
      const asked = [...pairs, stray].filter(Boolean).join('&')
      const headers = {
        ...(token && { 'x-access-token': token }),
        ...(body && { 'content-type': body.type }),
        ...extra,
      }
      const url = `/api${path}${asked && `?${asked}`}`.slice(0, MAX_URL_LENGTH)
      return { method: call.method, path: url, headers, body: body?.bytes }
    })
}
