import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Access, Call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { connectionCalls } from '#contract/connections.ts'
import { SCOPES, type Scope } from '#domain/scopes.ts'
import { createTestApp } from '#tests/app.ts'
import { makeUser, unique } from '#tests/factories.ts'

const { app, database, send } = await createTestApp()
const { token } = await makeUser(database, { role: 'Administrador' })

const keys = new Map<string, Promise<string>>()

function keyWith(scopes: readonly Scope[]): Promise<string> {
  const name = scopes.join()
  const known = keys.get(name) ?? createKey([...scopes])
  keys.set(name, known)
  return known
}

async function createKey(scopes: Scope[]) {
  const body = { name: `Caja ${unique()}`, scopes }
  return (await send(connectionCalls.createKey, { body, token })).body.data.key
}

/** The code with which a caller is refused, or `in` for any other answer, because the calls get no useful input. */
async function call({ method, path }: Call, headers: Record<string, string> = {}): Promise<string> {
  const url = `/api${path.replace(/:\w+/g, () => crypto.randomUUID())}`
  // As a stream, because the answer of `watchOpenTasks` has no end.
  const answer = await app.inject({ method, url, headers, payloadAsStream: true })
  const body = answer.stream()
  if (!answer.headers['content-type']?.includes('json')) {
    body.destroy()
    return 'in'
  }
  const { code } = (await json(body)) as { code?: string }
  return ['NO_SESSION', 'NO_ACCESS', 'NO_KEY', 'NO_SCOPE'].includes(code ?? '') ? code! : 'in'
}

/** The answers to no session, Cliente, Marketing and Administrador. */
const PEOPLE: Record<Access, string[]> = {
  everyone: ['in', 'in', 'in', 'in'],
  owner: ['NO_SESSION', 'in', 'in', 'in'],
  staff: ['NO_SESSION', 'NO_ACCESS', 'in', 'in'],
  administrator: ['NO_SESSION', 'NO_ACCESS', 'NO_ACCESS', 'in'],
}

test.each(Object.entries<Call>(calls))(
  '%s admits exactly the roles and keys that the contract names',
  async (_, declared) => {
    const { access, scopes = [] } = declared
    const people = [await call(declared)]
    for (const role of ['Cliente', 'Marketing', 'Administrador'] as const) {
      // The call may end the session, so no other call uses it.
      const { token } = await makeUser(database, { role })
      people.push(await call(declared, { 'x-access-token': token }))
    }
    expect(people).toEqual(PEOPLE[access])

    const withKey = async (granted: readonly Scope[]) =>
      call(declared, { authorization: `Bearer ${await keyWith(granted)}` })
    const others = SCOPES.filter((scope) => !scopes.includes(scope))
    expect(await withKey(others)).toBe(access === 'everyone' ? 'in' : 'NO_SCOPE')
    for (const scope of scopes) expect(await withKey([scope])).toBe('in')
  },
)
