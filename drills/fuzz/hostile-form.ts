/** Malformed multipart bodies that no browser would send. */
import type { Random } from './random.ts'

export type Files = { image: Buffer; workbook: Buffer; bomb: Buffer }
type Body = { type: string; bytes: Buffer }

const FILE_NAMES = [
  'foto.jpg',
  '../../../../etc/passwd',
  '..\\..\\foto.php',
  'a\u0000.jpg',
  '.htaccess',
  'foto.svg',
  '💊.png',
  'x'.repeat(400),
  '',
]

const TYPES = ['image/jpeg', 'text/html', 'image/svg+xml', '', 'application/octet-stream', 'x'.repeat(300)]

export function hostileForm(
  fields: Record<string, unknown>,
  field: string,
  random: Random,
  files: Files,
): Body {
  const boundary = random.chance(0.9)
    ? `----${random.text(16)}`
    : random.pick(['a', '-', 'a b', 'x'.repeat(69)])
  const parts: Buffer[] = []
  const add = (head: string, content: string | Buffer) =>
    parts.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    )
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value.slice(0, 50) : [value]) {
      const text = typeof one === 'object' ? JSON.stringify(one) : String(one)
      add(`name="${name.replace(/["\r\n]/g, '_')}"`, text)
      if (random.chance(0.02)) add(`name="${name.replace(/["\r\n]/g, '_')}"`, text)
    }
  }
  if (random.chance(0.05)) add('name="__proto__"', 'x')
  if (random.chance(0.05)) add('name="constructor[prototype][role]"', 'Administrador')
  if (random.chance(0.03)) for (let n = 0; n < 3_000; n += 1) add(`name="x${n}"`, 'x')
  if (random.chance(0.05)) add('', 'no name')
  if (random.chance(0.85)) {
    const name = random.chance(0.9) ? field : random.pick(['photo', 'files', 'fileExcel', 'otro'])
    const type = random.pick(TYPES)
    for (let n = random.chance(0.05) ? 12 : 1; n > 0; n -= 1) {
      add(
        `name="${name}"; filename="${random.pick(FILE_NAMES)}"${type && `\r\nContent-Type: ${type}`}`,
        content(random, files),
      )
    }
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  const bytes = Buffer.concat(parts)
  const type = random.pick([
    ...Array.from({ length: 17 }, () => `multipart/form-data; boundary=${boundary}`),
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=a',
    'application/json',
  ])
  // Some bodies end in the middle.
  return { type, bytes: random.chance(0.1) ? bytes.subarray(0, random.below(bytes.length)) : bytes }
}

function content(random: Random, { image, workbook, bomb }: Files): Buffer {
  const good = random.chance(0.5) ? image : workbook
  if (random.chance(0.4)) return good
  return random.pick([
    Buffer.alloc(0),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(5_000, random.below(256)),
    good.subarray(0, good.length / 2),
    Buffer.concat([image, Buffer.from('<script>alert(1)</script>')]),
    damaged(good, random),
    bomb,
  ])
}

function damaged(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes)
  for (let n = 0; n < 20; n += 1) copy[random.below(copy.length)] = random.below(256)
  return copy
}
