import { isIP } from 'node:net'

/** The proxies whose `X-Forwarded-For` counts: none, the last ones by number, or those in some networks. */
export type TrustedProxies = false | number | string[]

/** Names of networks that Fastify knows. */
const NAMED = ['loopback', 'linklocal', 'uniquelocal'] as const
export type NamedNetwork = (typeof NAMED)[number]
const MAX_HOPS = 20

/** Reads `off`, a number of proxies, or addresses and networks with commas between them; null for anything else. */
export function readTrustedProxies(text: string): TrustedProxies | null {
  if (text === 'off') return false
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= MAX_HOPS ? Number(text) : null
  return readNetworks(text)
}

/** Reads addresses, networks and their names, with commas between them; null for anything else. */
export function readNetworks(text: string): string[] | null {
  const networks = text.split(',').map((network) => network.trim())
  return networks.every((network) => NAMED.some((name) => name === network) || isNetwork(network))
    ? networks
    : null
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const largest = isIP(address) === 4 ? 32 : 128
  const isPrefix =
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= largest)
  return isIP(address) !== 0 && isPrefix && rest.length === 0
}

/**
 * Fastify's option `trustProxy`. A number of proxies becomes a function, because Fastify can't know whether the nearest peer is a proxy;
 * the operator promises it.
 */
export const trustProxyOption = (proxies: TrustedProxies) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
