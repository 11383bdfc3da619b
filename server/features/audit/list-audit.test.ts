import { sql } from 'kysely'
import readWorkbook from 'read-excel-file/universal'
import { expect, test } from 'vitest'
import { AUDIT_GROUPS, type AuditEntry, type AuditGroup, actionsIn, auditCalls } from '#contract/audit.ts'
import { AUDIT_ACTIONS } from '#contract/audit-actions.ts'
import { changeLine, changesInWords } from '#contract/audit-words.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser } from '#tests/factories.ts'

const { database, send } = await createTestApp()
const admin = await makeUser(database, { role: 'Administrador', name: 'Julia', email: 'julia@botica.cl' })
const { token } = admin

/** Sixty entries before noon of 1 May: two at each moment, the moments two hours apart; every third entry is the operator's. */
await sql`
  insert into audit_entries (actor_name, actor_email, address, action, subject_kind, subject_id, subject_label, created_at,
    before, after)
  select case n % 3 when 0 then 'operador' else 'Otra Persona' end, case n % 3 when 0 then '' else 'otra@botica.cl' end,
    '10.0.0.7', case n % 2 when 0 then 'product.update' else 'order.status' end,
    case n % 2 when 0 then 'product' else 'order' end, 'p' || n % 4, 'Entrada ' || n,
    timestamptz '2026-05-01 12:00-04' - make_interval(hours => n / 2 * 2), '{"cost": 1990}', '{"cost": 2490}'
  from generate_series(0, 59) n`.execute(database)

type Query = Partial<Record<'who' | 'since' | 'until' | 'subject', string>> & {
  what?: AuditGroup
  before?: number
  after?: number
}
const read = async (query: Query = {}) => {
  const answer = await send(auditCalls.listAudit, { query, token })
  expect(answer.status).toBe(200)
  return answer.body
}
/** The labels of all pages, from the newest to the oldest. */
async function walk(query: Query): Promise<string[]> {
  const labels: string[] = []
  let page = await read(query)
  expect(page.newer).toBe(false)
  for (;;) {
    labels.push(...page.data.map(({ label }) => label))
    if (!page.older) return labels
    const before = page.data.at(-1)!._id
    const next = await read({ ...query, before })
    // The page after the next page's first entry is this page.
    const back = await read({ ...query, after: next.data[0]!._id })
    expect(back).toEqual(page)
    expect(next.newer).toBe(true)
    page = next
  }
}
const inDatabase = async (condition = sql`true`) => {
  const { rows } = await sql<{ label: string }>`
    select subject_label as label from audit_entries where ${condition} order by created_at desc, id desc`.execute(
    database,
  )
  return rows.map(({ label }) => label)
}

test('entries come newest first, page by page, forth and back, without gaps or repetitions', async () => {
  const { data } = await read()
  expect(data).toHaveLength(25)
  expect(data[0]).toMatchObject({
    ...{ createdAt: '2026-05-01T16:00:00.000Z', address: '10.0.0.7', action: 'order.status', kind: 'order' },
    ...{ name: 'Otra Persona', email: 'otra@botica.cl', before: { cost: 1990 }, after: { cost: 2490 } },
  })
  expect(await walk({})).toEqual(await inDatabase())
})

test.each<[Query, ReturnType<typeof sql>]>([
  [{ who: 'Otra@botica.cl' }, sql`actor_email = 'otra@botica.cl'`],
  [{ who: 'operador' }, sql`actor_name = 'operador'`],
  [{ what: 'products' }, sql`action = 'product.update'`],
  [{ who: 'operador', what: 'orders' }, sql`actor_name = 'operador' and action = 'order.status'`],
  [{ since: '2026-04-30' }, sql`created_at >= '2026-04-30 00:00-04'`],
  [{ until: '2026-04-29' }, sql`created_at < '2026-04-30 00:00-04'`],
  [
    { since: '2026-04-30', until: '2026-04-30', what: 'products', who: 'otra@botica.cl' },
    sql`created_at >= '2026-04-30 00:00-04' and created_at < '2026-05-01 00:00-04' and action = 'product.update' and actor_email <> ''`,
  ],
  [{ subject: 'p2', what: 'products' }, sql`subject_id = 'p2'`],
  [{ who: 'nadie@botica.cl' }, sql`false`],
  [{ what: 'carousel' }, sql`false`],
])('the filter %j finds the same entries as SQL', async (query, condition) => {
  expect(await walk(query)).toEqual(await inDatabase(condition))
})

test('an unknown entry finds nothing; bad days and groups, and other roles are refused', async () => {
  expect(await read({ before: 999_999 })).toEqual({ data: [], newer: false, older: false })
  for (const query of [{ since: '2026-02-30' }, { what: 'nada' }, { before: 0 }, { after: 1.5 }])
    expect((await send(auditCalls.listAudit, { query: query as Query, token })).status).toBe(400)
  const { token: other } = await makeUser(database, { role: 'Marketing' })
  for (const call of [auditCalls.listAudit, auditCalls.listAuditActors, auditCalls.exportAudit])
    expect((await send(call, { query: {}, token: other })).status).toBe(403)
})

test('the people with entries have their current names', async () => {
  await makeUser(database, { role: 'Administrador', name: 'Renombrada', email: 'otra@botica.cl' })
  const { body } = await send(auditCalls.listAuditActors, { token })
  expect(body.data).toEqual([{ email: 'otra@botica.cl', name: 'Renombrada Soto' }])
})

test('the export has the changes in words, and is an entry itself', async () => {
  const query = { what: 'products', since: '2026-05-01' } as const
  const { headers, body } = await send(auditCalls.exportAudit, { query, token })
  expect(headers['content-disposition']).toMatch(/filename="actividad-\d{4}-\d\d-\d\d\.xlsx"/)
  const bytes = new Uint8Array(body as unknown as Buffer)
  const [sheet] = await readWorkbook(new Blob([bytes]))
  expect(sheet!.data.length).toBe(1 + (await walk(query)).length)
  expect(sheet!.data.slice(0, 2)).toEqual([
    ['Fecha', 'Quién', 'Correo', 'Desde', 'Qué', 'Sobre', 'Cambios'],
    [
      '2026-05-01 12:00:00',
      'operador',
      null,
      '10.0.0.7',
      'Producto cambiado',
      'Entrada 0',
      'Precio: $1.990 → $2.490',
    ],
  ])
  const { data } = await read({ what: 'downloads' })
  expect(data).toMatchObject([{ action: 'audit.export', email: 'julia@botica.cl', after: query }])
})

test('every action is in exactly one group', () => {
  const grouped = Object.keys(AUDIT_GROUPS).flatMap((group) => actionsIn(group as AuditGroup))
  expect(grouped.toSorted()).toEqual(Object.keys(AUDIT_ACTIONS).toSorted())
})

test.each<[AuditEntry['before'], AuditEntry['after'], string[]]>([
  [
    { cost: 1990, discount: 0 },
    { cost: 2490, discount: 12.5 },
    ['Precio: $1.990 → $2.490', 'Descuento: 0 % → 12,5 %'],
  ],
  [{ prescription: false }, { prescription: true }, ['Receta: NO → SI']],
  [{ status: 'pending' }, { status: 'delivered' }, ['Estado: Pendiente → Entregado']],
  [{ status: true }, { status: false }, ['Estado: Activo → Inactivo']],
  [{ dcm: '' }, { dcm: 'Losartán' }, ['DCM: (vacío) → Losartán']],
  [{ photo: 'a.webp' }, { photo: 'b.webp' }, ['Foto: cambiada']],
  [{ order: ['a', 'b'] }, { order: ['b', 'a'] }, ['Orden: cambiado']],
  [
    null,
    { tradename: 'Jarabe', dcm: '', generic: false, stock: 0, photo: '' },
    ['Nombre: Jarabe', 'Stock: 0'],
  ],
  [{ tradename: 'Jarabe' }, null, ['Nombre: Jarabe →']],
  [null, { bank: 'estado', credits: 12, added: 3 }, ['Banco: BancoEstado', 'Abonos: 12', 'Nuevas: 3']],
  [null, { bank: null, credits: 1, added: 0 }, ['Abonos: 1', 'Nuevas: 0']],
  [{ amount: 12_990 }, null, ['Monto: $12.990 →']],
  [{ returned: false }, { returned: true, amount: 12_990 }, ['Dinero devuelto: NO → SI', 'Monto: $12.990']],
  [null, { fields: ['phone', 'password_hash'] }, ['Campos: Teléfono, Contraseña']],
  [null, { nuevo_campo: { a: 1 } }, ['nuevo_campo: {"a":1}']],
  [null, null, []],
])('the change from %j to %j is %j', (before, after, lines) => {
  expect(changesInWords({ before, after }).map(changeLine)).toEqual(lines)
})
