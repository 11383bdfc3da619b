/** Hostile requests: calls of the contract in which one, some or all plausible values are replaced by values that no form would send. */
import fc from 'fast-check'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import type { Sent } from '../browser.ts'

/** Values for requests: ids of users, products and all rows, stored images, files to upload and sessions. */
export type Stage = Record<'users' | 'products' | 'ids' | 'images' | 'tokens', string[]> & {
  files: Buffer[]
  bomb: Buffer
}

const any = <T>(values: readonly T[]) => fc.constantFrom(...values)
/** One of the texts, which are separated by a bar between blanks. */
const oneOf = (texts: string) => any(texts.split(/\s\|\s+/))
/** A value for most requests and, `rarely` times in a hundred, another one. */
const mostly = <T>(usual: fc.Arbitrary<T>, rarely: number, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 100 - rarely, arbitrary: usual }, { weight: rarely, arbitrary: other })
const letters = (length: number) =>
  fc.string({ unit: any([...'abcXYZ059-_']), minLength: length, maxLength: length })
const spell = (one: unknown) => (typeof one === 'object' ? JSON.stringify(one) : String(one))

const control = any(
  '| |\u0000|a\u0000b|\ud800|a\udfffb|\ufeff\u202e\u2028|a\r\nBcc: otro@correo.cl'.split('|'),
)
const long = fc
  .tuple(oneOf('x | 9 | á | 💊'), any([40, 201, 5_001, 70_000]))
  .map(([text, times]) => text.repeat(times))
const nasty =
  oneOf(`' or 1=1 -- | '; drop table users; -- | $1 | % | %_\\ | \\ | {{7*7}}#{7*7} | <script>alert(1)</script> | \
  =HYPERLINK("http://evil.test") | ../../../../etc/passwd | ..\\..\\windows | [object Object] | 0 | -0 | -1 | 1.5 | 1e2 | 1e999 | 0x10 | NaN | \
  Infinity | 2147483648 | 9007199254740993 | 2025-02-30 | 0000-00-00 | 9999-12-31T23:59:60Z | null | undefined | true | admin | ADMIN | all | \
  a,b,,c | a/b | 00000000-0000-0000-0000-000000000000 | ffffffff-ffff-ffff-ffff-ffffffffffff | 01890000-0000-7000-8000-00000000000g | \
  correo@ | "a b"@correo.cl | otro@correo.cl, uno@correo.cl`)
/** Any UTF-16 units, also halves of pairs. fast-check's own strings have names such as `__proto__` among them. */
const units = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes))
const text = fc.oneof({ weight: 6, arbitrary: nasty }, control, long, units, fc.string())
const nested = (depth: number) =>
  Array.from({ length: depth }).reduce((value) => [{ a: value }], 1 as unknown)
const odd = any<unknown>([
  ...JSON.parse(
    '[null, 0, -1, 1.5, 1e21, 1e308, 9007199254740992, [], {}, [[]], [null], {"length": 1e9}, {"toString": "x"}]',
  ),
  ...[nested(50), nested(1_000)],
])
const value: fc.Arbitrary<unknown> = fc.oneof({ weight: 3, arbitrary: text }, odd, fc.jsonValue())

/** A part of a path or a query, encoded, malformed or far too long. */
const pathPart = fc.oneof(
  oneOf(`% | %0 | %zz | %00 | %ff | %c0%ae%c0%ae%2f | %ED%A0%80 | %2e%2e%2f%2e%2e%2fetc%2fpasswd | ..%5c..%5c | %2f | . | .. | %252e%252e | \
    ;a=b | %0d%0aSet-Cookie:%20a=b | ${'b'.repeat(11_000)}`),
  text.map((one) => encodeURIComponent(one.slice(0, 3_000).toWellFormed())),
)
const badJson = fc.oneof(
  oneOf(`{ | {"a": | null | true | 0 | "text" | [] | [[[[]]]] | {"a":1,"a":2} | {"a":1e999} | {"a":"\\ud800"} | \ufeff{} | ${'['.repeat(20_000)} | \
    {"__proto__":{"role":"Administrador"}} | {"constructor":{"prototype":{"role":"Administrador"}}} | ${'{"a":'.repeat(5_000)}`),
  value.map((one) => JSON.stringify(one)),
)
const badToken = oneOf(
  `x | null | ${'a'.repeat(43)} | ${'a'.repeat(6_000)} | ${'a'.repeat(42)}= | ' or 1=1 -- | ${'ÿþ'.padEnd(43, 'ñ')}`,
)
const headers: Record<string, string>[] = [
  { 'content-encoding': 'gzip', range: 'bytes=-99999999999999999999-', purpose: 'prefetch' },
  { cookie: 'XSRF-TOKEN=%E0%A4%A; token=x', 'sec-fetch-site': 'cross-site', origin: 'null' },
  { 'if-none-match': '"x", *', 'accept-encoding': 'br;q=x, *;q=0', expect: '100-continue' },
  { 'idempotency-key': 'ñ'.repeat(500), 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': "1.2.3.4, ' or 1=1, ::ffff:x", host: 'evil.test' },
]
const badTypes =
  oneOf(`text/plain | application/xml | application/json; charset=utf-16 | application/x-www-form-urlencoded | x | \
  multipart/form-data | multipart/form-data; boundary= | multipart/mixed; boundary=a | application/json`)

const FIXED: Record<string, unknown> =
  JSON.parse(`{"rut":"12.345.678","phone":"221234567","cellphone":"912345678","postalCode":"7750000",
  "gender":"FEMENINO","category":"Simulacro","laboratory":"Simulacro","day":17,"month":5,"year":1990,"birthdate":"1990-05-17","page":1,
  "pageSize":10,"quantity":"30 comprimidos","typeForm":"contact","message":"Necesito saber el precio de esta receta, por favor.",
  "website":"","prescription":false,"directSale":false,"password":"clave-del-simulacro","repeat_password":"clave-del-simulacro",
  "confirmPassword":"clave-del-simulacro"}`)

/** A value that a field may have, so that a request with one hostile field reaches the code behind the others. */
function plausible(name: string, { users, products, ids, images }: Stage): fc.Arbitrary<unknown> {
  if (name in FIXED) return fc.constant(FIXED[name])
  if (['user', 'cart', 'userId'].includes(name)) return any(users)
  if (['photo', 'file'].includes(name)) return any(images)
  if (['cost', 'stock', 'discount', 'width'].includes(name)) return fc.integer({ min: 1, max: 99 })
  if (['token', 'barcode', 'tradename', 'categoryName'].includes(name))
    return letters(name === 'token' ? 43 : 12)
  if (['items', 'products'].includes(name))
    return any(products).map((productId) => [{ productId, quantity: 2 }])
  if (name === 'data') return any(ids).map((_id) => [{ _id, position: 1 }])
  // A new account each time, so that nobody's session ends.
  if (name === 'email') return letters(12).map((one) => `a${one}z@fuzz.cl`)
  if (name === 'state' || name === 'status') return any([true, 'Activo', 'pending', 'delivered', 'cancelled'])
  if (name === 'role') return oneOf('Cliente | Marketing')
  return /id$/i.test(name) ? any(ids) : oneOf('Ana Soto | producto | 1001')
}

/** Node itself refuses a longer request line with 431, and closes the connection. */
const MAX_URL_LENGTH = 9_000

export function hostileRequests(call: Call, stage: Stage): fc.Arbitrary<Sent> {
  const encoded = (name: string) => plausible(name, stage).map((one) => encodeURIComponent(spell(one)))
  const steps = call.path
    .split('/')
    .map((step) => (step[0] === ':' ? mostly(encoded(step.slice(1)), 25, pathPart) : fc.constant(step)))
  const pairs = Object.keys(call.query?.shape ?? {}).map((name) =>
    fc.option(mostly(encoded(name), 40, pathPart).map((one) => `${name}=${one.slice(0, 4_000)}`)),
  )
  const stray = fc.option(oneOf('__proto__[role]=x | = | &&& | page=1&page=2 | page[]=1 | %=%'), { freq: 19 })
  const token = mostly(any(['', ...stage.tokens, ...stage.tokens]), 10, badToken)
  const extra = mostly(fc.constant({}), 5, any(headers))
  const bodies = call.upload
    ? mostly(formBody(call, call.upload.field, stage), 5, jsonBody(call, stage))
    : jsonBody(call, stage)
  const body = call.method === 'POST' ? bodies : mostly(fc.constant(undefined), 2, bodies)
  return fc
    .tuple(fc.tuple(...steps), fc.tuple(...pairs, stray), token, extra, body)
    .map(([steps, pairs, token, extra, body]) => {
      const query = pairs.filter((pair) => pair !== null).join('&')
      return {
        method: call.method,
        path: `/api${steps.join('/')}${query && `?${query}`}`.slice(0, MAX_URL_LENGTH),
        headers: {
          ...(token && { 'x-access-token': token }),
          ...(body && { 'content-type': body.type }),
          ...extra,
        },
        body: body?.bytes,
      }
    })
}

type Body = { type: string; bytes: Buffer } | undefined

const notText = fc.constant(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))

function jsonBody(call: Call, stage: Stage): fc.Arbitrary<Body> {
  const good = bodyFields(call, stage).map((fields) => JSON.stringify(fields))
  const bytes = mostly(good, 10, badJson).map((json) => Buffer.from(json))
  return fc.record({
    type: mostly(fc.constant('application/json'), 5, badTypes),
    bytes: mostly(bytes, 2, notText),
  })
}

/** The fields of a body: mostly one is hostile, sometimes none or all. */
function bodyFields({ body }: Call, stage: Stage): fc.Arbitrary<Record<string, unknown>> {
  const schema: { properties?: object } = body
    ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
    : {}
  const names = Object.keys(schema.properties ?? {})
  const recordOf = (make: (name: string) => fc.Arbitrary<unknown>) =>
    fc.record(Object.fromEntries(names.map((name) => [name, make(name)])))
  const usual = recordOf((name) => plausible(name, stage))
  const name = mostly<string>(any(names.length > 0 ? names : ['x']), 5, text)
  const one = fc.tuple(usual, name, value, fc.nat(9)).map(([fields, name, bad, way]) => {
    const { [name]: old, ...others } = fields
    if (way === 0) return others
    if (!Array.isArray(old) || way > 5) return { ...others, [name]: bad }
    const lines = old.map((line) => ({ ...line, quantity: bad, price: bad }))
    return { ...others, [name]: way === 1 ? Array(1_001).fill(old[0]) : lines }
  })
  const all = recordOf(() => value)
  return fc.oneof({ weight: 3, arbitrary: usual }, { weight: 15, arbitrary: one }, all)
}

const part = (boundary: string, head: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
const badFiles = ['', '%PDF-1.7', '<svg onload="alert(1)"/>', '\u0007'.repeat(5_000)].map((text) =>
  Buffer.from(text),
)
const fileNames = oneOf(
  `foto.jpg | ../../../../etc/passwd | ..\\..\\foto.php | a\u0000.jpg | .htaccess | foto.svg | 💊.png`,
)
const fileTypes = oneOf('image/jpeg | text/html | image/svg+xml | application/octet-stream')
/** A part that no form has, and the number of times that it is sent. */
const strayParts = any([
  { head: 'name="x"', repeated: 3_000 },
  { head: 'name="__proto__"', repeated: 1 },
  { head: 'name', repeated: 1 },
])
const boundaries = mostly(letters(16), 5, any(['a', '-', 'a b', 'x'.repeat(69)]))

/** Multipart bodies that no browser would send: damaged files, odd names, parts without end. */
function formBody(call: Call, field: string, stage: Stage): fc.Arbitrary<Body> {
  const good = any(stage.files)
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 20 })
  const damaged = fc.tuple(good, changes).map(([file, changes]) => {
    const copy = Buffer.from(file)
    for (const [at, byte] of changes) copy[at % copy.length] = byte
    return copy
  })
  const script = Buffer.from('<script>alert(1)</script>')
  const mixed = good.map((file) => Buffer.concat([file.subarray(0, file.length / 2), script]))
  const strange = any([stage.bomb, ...badFiles])
  const form = fc.record({
    fields: bodyFields(call, stage),
    content: mostly<Buffer>(good, 50, fc.oneof(damaged, mixed, strange)),
    name: mostly(fc.constant(field), 10, oneOf('photo | files | fileExcel | otro')),
    fileName: fileNames,
    fileType: fileTypes,
    times: mostly(fc.constant(1), 5, any([0, 12])),
    stray: mostly(fc.constant({ head: '', repeated: 0 }), 10, strayParts),
    boundary: boundaries,
    // Some bodies end in the middle, some have another type.
    share: mostly(fc.constant(1), 10, fc.double({ min: 0, max: 1, noNaN: true })),
    badType: fc.option(badTypes, { freq: 9 }),
  })
  return form.map((one) => {
    const { boundary, content } = one
    const head = `name="${one.name}"; filename="${one.fileName}"\r\nContent-Type: ${one.fileType}`
    const fields = Object.entries(one.fields).map(([name, value]) =>
      part(boundary, `name="${name.replace(/["\r\n]/g, '_')}"`, spell(value) ?? ''),
    )
    const bytes = Buffer.concat([
      ...fields,
      ...Array(one.stray.repeated).fill(part(boundary, one.stray.head, 'Administrador')),
      ...Array(one.times).fill(part(boundary, head, content)),
      Buffer.from(`--${boundary}--\r\n`),
    ])
    const type = one.badType ?? `multipart/form-data; boundary=${boundary}`
    return { type, bytes: bytes.subarray(0, bytes.length * one.share) }
  })
}
