import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { orderCalls } from '#contract/orders.ts'
import { userCalls } from '#contract/users.ts'
import { anonymousOrders, erase, expectNoTrace, traces } from '#tests/erasure.ts'
import { makeOrder, makeProduct, makeUser } from '#tests/factories.ts'
import { appsOnEachStore } from '#tests/image-stores.ts'
import { collectMails } from '#tests/mailbox.ts'
import { makePerson } from '#tests/person.ts'

describe.each(await appsOnEachStore())(
  'erasing a person, with images on $store',
  ({ files, store: _, ...app }) => {
    const { database, send } = app

    test('leaves no trace in any table and any file, and leaves the books as they were', async () => {
      const other = await makePerson(app)
      const otherFiles = (await files()).toSorted()
      const otherTraces = await traces(database, other.email)
      const otherMails = (await collectMails(app)).length
      const person = await makePerson(app)
      const before = await anonymousOrders(app)
      const found = await traces(database, person.email)
      expect(Object.keys(found).toSorted()).toEqual([
        'form_requests',
        'mails',
        'orders',
        'stock_alerts',
        'user_activity',
        'users',
      ])
      expect(Object.keys(await traces(database, person.id))).toContain('tokens')
      expect(await files()).not.toEqual(otherFiles)

      const erased = await erase(app, person.email)
      expect(erased).toMatchObject({ accounts: 1, orders: 2, formRequests: 2, stockAlerts: 1 })
      expect(erased).toMatchObject({ loginRecords: 1, errors: [] })
      expect(erased.pendingOrders).toHaveLength(1)
      // A profile photo, two proofs and two prescriptions, and the files of at least six sent mails.
      expect(erased.files).toBeGreaterThanOrEqual(5 + 6)

      await expectNoTrace(app, person)
      expect((await files()).toSorted()).toEqual(otherFiles)
      expect(await anonymousOrders(app)).toEqual(before)
      expect(await traces(database, other.email)).toEqual(otherTraces)
      expect(await collectMails(app)).toHaveLength(otherMails)

      const login = await send(userCalls.login, {
        body: { email: person.email, password: 'clave-de-la-persona' },
      })
      expect(login).toMatchObject({ status: 400, body: { code: 'LOGIN_FAILED' } })
      const profile = await send(userCalls.findUser, { params: { id: person.id }, token: person.token })
      expect(profile.status).toBe(401)

      expect(await erase(app, person.email)).toEqual({
        ...{ accounts: 0, orders: 0, pendingOrders: [], cancelledOrders: [], owedOrders: [] },
        ...{ formRequests: 0 },
        ...{ stockAlerts: 0, loginRecords: 0, mails: 0 },
        ...{ files: 0, errors: [] },
      })
    })

    test('gives the orders of two erased persons the same owner, and administrators can still work with them', async () => {
      const [one, two] = [await makePerson(app), await makePerson(app)]
      for (const { email } of [one, two]) await erase(app, email)
      const { rows } = await sql<{ owner: string; idempotency_key: string | null }>`
      select distinct user_id, idempotency_key from orders where name = 'Persona eliminada'`.execute(database)
      expect(rows).toMatchObject([{ idempotency_key: null }])
      const { token } = one.admin
      const list = await send(orderCalls.listOrders, { params: { id: 'admin' }, query: {}, token })
      const pending = list.body.data.find(({ status, email }) => status === 'pending' && email === '')
      expect(pending).toMatchObject({ name: 'Persona eliminada', address: '', payment: '' })
      const state = { id: pending!._id, state: 'cancelled' as const }
      expect((await send(orderCalls.updateOrderStatus, { body: state, token })).status).toBe(200)
      const sent = (await collectMails(app)).length
      // The customer has no address any more, so the mail counts as sent.
      expect(
        await database.selectFrom('mails').select('cause').where('due_at', 'is not', null).execute(),
      ).toEqual([])
      expect(await collectMails(app)).toHaveLength(sent)
      for (const query of [{ search: 'persona eliminada' }, {}]) {
        const { status } = await send(userCalls.listClients, { query, token })
        expect(status).toBe(200)
      }
    })

    test('cancels each unpaid order at a different instant, in its timeline and in the stock book', async () => {
      const { id: userId, email } = await makeUser(database)
      const { id: productId } = await makeProduct(database)
      const lines = [{ productId, quantity: 2 }]
      const orders = [0, 1, 2].map(() => makeOrder(database, { userId, hours: 5, lines }))
      const ids = (await Promise.all(orders)).map(({ id }) => id)
      expect((await erase(app, email)).cancelledOrders).toHaveLength(3)
      const { rows } = await sql<{ event: string; movement: string; balance: number }>`
        select event.happened_at as event, movement.created_at as movement, balance
        from order_events event join stock_movements movement on reference = order_id
        where order_id = any(${ids}::uuid[]) and kind = 'cancelled' order by movement.id`.execute(database)
      expect(rows.map(({ balance }) => balance)).toEqual([12, 14, 16])
      for (const { event, movement } of rows) expect(event).toBe(movement)
      expect(new Set(rows.map(({ event }) => event.slice(0, 19))).size).toBeGreaterThan(1)
    })
  },
)
