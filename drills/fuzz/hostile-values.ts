/** Values that no form would send, for any place of a request. */
import type { Random } from './random.ts'

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\ufeff\u202e\u2028',
  '💊'.repeat(50),
  'á'.repeat(300),
  "' or 1=1 --",
  "'; drop table users; --",
  '$1',
  '%',
  '%_\\',
  '\\',
  '{{7*7}}#{7*7}',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.test")',
  'a\r\nBcc: otro@correo.cl',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  'true',
  'false',
  '[object Object]',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e2',
  '1e999',
  '0x10',
  '9'.repeat(40),
  '2147483648',
  '9007199254740993',
  '2025-02-30',
  '0000-00-00',
  '9999-12-31T23:59:60Z',
  'admin',
  'ADMIN',
  'all',
  'a,b,,c',
  'a/b',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01890000-0000-7000-8000-00000000000g',
  'correo@',
  '"a b"@correo.cl',
  `${'a'.repeat(250)}@correo.cl`,
  'otro@correo.cl, uno@correo.cl',
]

export function hostileText(random: Random): string {
  if (random.chance(0.05)) return 'x'.repeat(random.pick([201, 5_001, 70_000]))
  if (random.chance(0.15)) {
    return String.fromCharCode(...Array.from({ length: 1 + random.below(20) }, () => random.below(0x10000)))
  }
  return random.pick(TEXTS)
}

const OTHERS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e9,
  1e21,
  1e308,
  2 ** 31,
  2 ** 53,
  [],
  {},
  [[]],
  [null],
  ['a', 'b'],
  { length: 1e9 },
  { toString: 'x', valueOf: 'y' },
  { $ne: null },
]

/** A value of any JSON type. */
export function hostileValue(random: Random, depth = 0): unknown {
  if (random.chance(0.6)) return hostileText(random)
  if (depth > 3 || random.chance(0.6)) return random.pick(OTHERS)
  if (random.chance(0.05)) return nested(random.pick([100, 2_000]))
  const length = random.chance(0.05) ? 1_000 : random.below(4)
  if (random.chance(0.5)) return Array.from({ length }, () => hostileValue(random, depth + 1))
  return Object.fromEntries(
    Array.from({ length }, () => [hostileText(random), hostileValue(random, depth + 1)]),
  )
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** URL-encoded texts for a path or a query, some of them malformed. */
const ENCODED = [
  '%',
  '%0',
  '%zz',
  '%00',
  '%ff',
  '%c0%ae%c0%ae%2f',
  '%ED%A0%80',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5c',
  '%2f',
  '.',
  '..',
  '%252e%252e',
  ';a=b',
  '%0d%0aSet-Cookie:%20a=b',
  'a'.repeat(300),
  'b'.repeat(11_000),
]

export function hostilePart(random: Random): string {
  if (random.chance(0.5)) return random.pick(ENCODED)
  return encodeURIComponent(hostileText(random).slice(0, 3_000).toWellFormed())
}

/** Makes a JSON body of the wrong form, or malformed. */
export const hostileJson = (random: Random): string =>
  random.pick([
    '',
    '{',
    '{"a":',
    'null',
    'true',
    '0',
    '"text"',
    '[]',
    '[[[[]]]]',
    '{"__proto__":{"role":"Administrador"}}',
    '{"constructor":{"prototype":{"role":"Administrador"}}}',
    '{"a":1,"a":2}',
    '{"a":1e999}',
    '{"a":"\\ud800"}',
    '\ufeff{}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    JSON.stringify(hostileValue(random)),
  ])

export const hostileToken = (random: Random): string =>
  random.pick([
    '',
    'x',
    'null',
    'undefined',
    random.text(43),
    random.text(6_000),
    `Bearer ${random.text(43)}`,
    'eyJhbGciOiJub25lIn0.eyJyb2xlIjoiQWRtaW5pc3RyYWRvciJ9.',
    `${random.text(42)}=`,
    "' or 1=1 --",
    'ÿþ'.padEnd(43, 'ñ'),
  ])
