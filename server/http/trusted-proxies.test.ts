import { describe, expect, test } from 'vitest'
import { createTestApp } from '#tests/app.ts'
import { readTrustedProxies } from './trusted-proxies.ts'

test.each([
  ['off', false],
  ['1', 1],
  ['loopback', ['loopback']],
  ['10.0.0.0/8, 127.0.0.1,2001:db8::/32', ['10.0.0.0/8', '127.0.0.1', '2001:db8::/32']],
])('TRUST_PROXY=%s is accepted', (text, proxies) => {
  expect(readTrustedProxies(text)).toEqual(proxies)
})

test.each([
  'on',
  'true',
  '0',
  '-1',
  '1.5',
  '99',
  '10.0.0.0/0',
  '10.0.0.0/33',
  '10.0.0/8',
  '10.0.0.0/8/8',
  'proxy',
  ',',
  '',
])('TRUST_PROXY=%j is refused', (text) => {
  expect(readTrustedProxies(text)).toBeNull()
})

const PROXY = '10.0.0.2'
const OTHER_PROXY = '10.0.0.3'
const VISITOR = '198.51.100.4'
const FORGED = '6.6.6.6'

describe.each([
  ['off', PROXY, VISITOR, PROXY],
  ['1', PROXY, VISITOR, VISITOR],
  ['1', PROXY, `${FORGED}, ${VISITOR}`, VISITOR],
  ['2', PROXY, `${FORGED}, ${VISITOR}, ${OTHER_PROXY}`, VISITOR],
  ['10.0.0.0/8,loopback', PROXY, `${FORGED}, ${VISITOR}, ${OTHER_PROXY}`, VISITOR],
  ['10.0.0.0/8,loopback', '::ffff:127.0.0.1', VISITOR, VISITOR],
  ['10.0.0.0/8,loopback', VISITOR, FORGED, VISITOR],
  ['10.0.0.0/8,loopback', PROXY, 'nonsense', 'nonsense'],
  ['10.0.0.0/8,loopback', PROXY, undefined, PROXY],
])(
  'with TRUST_PROXY=%s a request from %s with X-Forwarded-For %s',
  async (TRUST_PROXY, peer, sent, address) => {
    const { app } = await createTestApp({ TRUST_PROXY })
    app.get('/address', (request) => ({ address: request.ip }))

    test(`comes from ${address}`, async () => {
      const answer = await app.inject({
        url: '/address',
        remoteAddress: peer,
        headers: { ...(sent && { 'x-forwarded-for': sent }) },
      })
      expect(answer.json()).toEqual({ address })
    })
  },
)
