import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addressOf, createDatabase } from '#tests/app.ts'
import { runProgram } from '#tests/commands.ts'
import { makeUser } from '#tests/factories.ts'
import { recordAudit } from '../features/audit/record-audit.ts'

const database = await createDatabase()
const DATABASE_URL = await addressOf(database)

const julia = await makeUser(database, { role: 'Administrador', name: 'Julia', email: 'julia@botica.cl' })
// An old entry, at 23:30 in Santiago on 4 March.
await sql`
  insert into audit_entries (actor_name, actor_email, address, action, subject_kind, subject_id, subject_label, created_at)
  values ('Julia Soto', 'julia@botica.cl', '10.0.0.8', 'category.update', 'category', 'c1', 'Dolor', '2026-03-05 02:30Z')`.execute(
  database,
)
await database.transaction().execute(async (tx) => {
  const actor = { userId: julia.id, address: '10.0.0.7' }
  await recordAudit(
    tx,
    actor,
    {
      action: 'product.update',
      subject: { kind: 'product', id: 'p1', label: 'Losartán\u001b[2J 50 mg' },
      before: { cost: 1_990, photo: '' },
      after: { cost: 2_490, photo: 'a.webp' },
    },
    { action: 'product.create', subject: { kind: 'product', id: 'p2', label: 'Otro' }, after: { cost: 10 } },
  )
  await recordAudit(tx, 'operador', {
    action: 'user.disable',
    subject: { kind: 'user', id: 'u1', label: 'ana@correo.cl' },
  })
})
/** Runs the program like `npm run audit`. */
const run = (...parameters: string[]) => runProgram('server/operator/audit.ts', parameters, { DATABASE_URL })
const subjects = async (...parameters: string[]) =>
  (await run('--json', ...parameters)).stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).id)

test('prints the entries as a table, newest first, without control characters', async () => {
  const { code, stdout, stderr } = await run()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [header, ...lines] = stdout.trimEnd().split('\n')
  expect(header).toMatch(/^Fecha +Quién +Desde +Qué +Sobre +Cambios$/)
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}operador +Cuenta deshabilitada +ana@correo\.cl \(u1\)$/,
  )
  expect(lines[2]).toMatch(
    /julia@botica\.cl +10\.0\.0\.7 +Producto cambiado +Losartán {1}\[2J 50 mg \(p1\) +Precio: \$1\.990 → \$2\.490; Foto: sin foto → con foto$/,
  )
  expect(lines[3]).toMatch(/^2026-03-04 23:30:00 /)
})

test('filters by actor, action, day and subject', async () => {
  expect(await subjects('--who', 'JULIA@botica.cl')).toEqual(['p2', 'p1', 'c1'])
  expect(await subjects('--who', 'operador')).toEqual(['u1'])
  expect(await subjects('--what', 'product.update')).toEqual(['p1'])
  expect(await subjects('--what', 'product')).toEqual(['p2', 'p1'])
  expect(await subjects('--subject', 'p2')).toEqual(['p2'])
  expect(await subjects('--until', '2026-03-03')).toEqual([])
  expect(await subjects('--since', '2026-03-04', '--until', '2026-03-04')).toEqual(['c1'])
  expect(await subjects('--since', '2026-03-05')).toEqual(['u1', 'p2', 'p1'])
})

test('prints more entries than are read at a time', async () => {
  await sql`
    insert into audit_entries (actor_name, actor_email, address, action, subject_kind, subject_id, subject_label, created_at)
    select 'Muchas', 'muchas@botica.cl', '', 'product.create', 'product', n::text, '', '2026-01-01'
    from generate_series(1, 1234) n`.execute(database)
  const found = await subjects('--who', 'muchas@botica.cl')
  expect(found).toHaveLength(1_234)
  expect(new Set(found).size).toBe(1_234)
})

test.each([
  [['--what', 'nada'], /^--what nada no existe\. Acciones:\n {2}user\.create/],
  [['--since', '2026-02-31'], /^2026-02-31 no es una fecha/],
  [['--otra'], /Uso: npm run audit/],
])('refuses %j with a message', async (parameters, message) => {
  expect(await run(...parameters)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(message),
  })
})
