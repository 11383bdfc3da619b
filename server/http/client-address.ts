import ipaddr from 'ipaddr.js'

/**
 * The network address that rate limits count. A whole IPv6 /64 counts as one address, because one customer of a provider can use all of
 * it. An IPv4 address inside IPv6 (`::ffff:192.0.2.1`) counts as the IPv4 address.
 */
export function countedAddress(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  const prefix = ip.parts.slice(0, 4).map((part) => part.toString(16))
  return `${prefix.join(':')}::/64`
}
