import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { DeliveryError } from '#contract/webhooks.ts'
import type { NamedNetwork } from '../http/trusted-proxies.ts'

/** A delivery that failed for a reason that staff read. */
export class DeliveryFailure extends Error {
  readonly reason: DeliveryError
  /** The status of the answer; null without an answer. */
  readonly status: number | null
  constructor(reason: DeliveryError, status: number | null = null) {
    super(reason)
    this.reason = reason
    this.status = status
  }
}

export type Address = { address: string; family: number }
export type Resolve = (host: string) => Promise<Address[]>

/** The addresses of a name, as the operating system resolves it. */
export const resolveName: Resolve = (host) => lookup(host, { all: true })

const NETWORKS: Record<NamedNetwork, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** The IPv6 addresses of the public Internet. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Finds the addresses that a webhook may be sent to. The connection must be made to exactly these, because the name could resolve to
 * others the next time. `https:` reaches the public Internet, and both schemes the operator's networks.
 *
 * @throws DeliveryFailure `address` when any of the addresses isn't allowed, `name` when the name has none
 */
export async function findAddresses(
  { protocol, hostname }: URL,
  { networks, resolve }: { networks: readonly string[]; resolve: Resolve },
): Promise<Address[]> {
  // The machine's list of hosts has `localhost`, and not `localhost.`.
  const host = hostname.replace(/^\[|\]$|\.+$/g, '')
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolveOrFail(resolve, host)
  const isAllowed = ({ address }: Address) =>
    isIn(address, networks) || (protocol === 'https:' && isPublic(address))
  if (!addresses.every(isAllowed)) throw new DeliveryFailure('address')
  return addresses
}

async function resolveOrFail(resolve: Resolve, host: string): Promise<Address[]> {
  const addresses = await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new DeliveryFailure('name')
  return addresses
}

/** Whether an address is of the public Internet. An IPv4 address inside IPv6 counts as the IPv4 address. */
function isPublic(address: string): boolean {
  const ip = ipaddr.process(address)
  if (ip.range() !== 'unicast') return false
  return ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST)
}

function isIn(address: string, networks: readonly string[]): boolean {
  const ip = ipaddr.process(address)
  return networks
    .flatMap((network) => NETWORKS[network as NamedNetwork] ?? network)
    .some((network) => {
      const [base, bits] = ipaddr.parseCIDR(
        network.includes('/') ? network : `${network}/${isIP(network) === 4 ? 32 : 128}`,
      )
      return ip instanceof ipaddr.IPv4
        ? base instanceof ipaddr.IPv4 && ip.match(base, bits)
        : base instanceof ipaddr.IPv6 && ip.match(base, bits)
    })
}
