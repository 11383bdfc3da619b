import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#server/database/schema.ts'
import { createDatabase } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'
import { eraseFromAudit, expireAudit } from './erase-audit.ts'
import { type Actor, recordAudit } from './record-audit.ts'

const database = await createDatabase()

const inTransaction = <Result>(work: (tx: Tx) => Promise<Result>) => database.transaction().execute(work)
const record = (actor: Actor, subject: { id: string; label: string }) =>
  inTransaction((tx) =>
    recordAudit(tx, actor, { action: 'user.disable', subject: { kind: 'user', ...subject } }),
  )
const actorsOf = (subject: string) =>
  database
    .selectFrom('audit_entries')
    .select(['actor_id', 'actor_name', 'actor_email', 'address', 'subject_label'])
    .where('subject_id', '=', subject)
    .execute()

test('entries can’t be changed or deleted, not even by the owner of the database', async () => {
  await record('operador', { id: 'fija', label: 'fija@correo.cl' })
  for (const statement of [
    "update audit_entries set action = 'nada'",
    'delete from audit_entries',
    "delete from audit_entries where subject_id = 'otra'",
    'truncate audit_entries',
  ])
    await expect(sql.raw(statement).execute(database)).rejects.toThrow('append-only')
  expect(await actorsOf('fija')).toHaveLength(1)
})

test('the operator is an actor without an account', async () => {
  await record('operador', { id: 'cuenta', label: 'cuenta@correo.cl' })
  expect(await actorsOf('cuenta')).toEqual([
    {
      actor_id: null,
      actor_name: 'operador',
      actor_email: '',
      address: '',
      subject_label: 'cuenta@correo.cl',
    },
  ])
})

test('an erasure removes a person’s name, e-mail and address from the entries, and keeps the entries', async () => {
  const gone = await makeUser(database, { name: 'Rosamunda', email: 'rosamunda@correo.cl' })
  const other = await makeUser(database, { name: 'Leonor', email: 'leonor@correo.cl' })
  const [byGone, byOther] = [gone, other].map(({ id }) => ({ userId: id, address: '10.1.2.3' }))
  await record(byGone!, { id: other.id, label: other.email })
  await record(byOther!, { id: gone.id, label: gone.email })
  await inTransaction(async (tx) => {
    await eraseFromAudit(tx, { userId: gone.id, email: gone.email })
    await expect(sql`savepoint before`.execute(tx)).resolves.toBeDefined()
    await expect(sql`delete from audit_entries`.execute(tx)).rejects.toThrow('append-only')
    await sql`rollback to savepoint before`.execute(tx)
  })
  expect(await actorsOf(other.id)).toEqual([
    { actor_id: gone.id, actor_name: '', actor_email: '', address: '', subject_label: other.email },
  ])
  expect(await actorsOf(gone.id)).toMatchObject([{ actor_name: 'Leonor Soto', subject_label: '' }])
  const { rows } = await sql`select from audit_entries a where to_jsonb(a)::text ilike '%rosamunda%'`.execute(
    database,
  )
  expect(rows).toEqual([])
})

test('entries are deleted after five years', async () => {
  const insert = (id: string, age: string) =>
    sql`
    insert into audit_entries (actor_name, actor_email, address, action, subject_kind, subject_id, subject_label, created_at)
    values ('operador', '', '', 'user.disable', 'user', ${id}, '', now() - ${age}::interval)`.execute(
      database,
    )
  await insert('vieja', '5 years 1 hour')
  await insert('reciente', '4 years 11 months')
  await expireAudit(database)
  expect(await actorsOf('vieja')).toEqual([])
  expect(await actorsOf('reciente')).toHaveLength(1)
})
