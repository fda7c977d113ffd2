import { BlockList, isIP } from 'node:net'

/** Finds the address of the client that a request comes from. */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | null) => string

/**
 * Believes `X-Forwarded-For` of the named proxies alone: from the right, the first address that is none of them, since
 * what stands further left is what the client says of itself.
 * @param trustedProxies addresses and networks such as `10.0.0.0/8`
 * @returns the client's network: an IPv4 address, or the first 64 bits of an IPv6 address, of which one client has as
 *   many as it likes
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = createIsTrusted(trustedProxies)

  return (socketAddress, forwardedFor) => {
    let client = plainAddress(socketAddress ?? '')
    if (client === null) return 'unknown'
    const named = forwardedFor?.split(',') ?? []
    while (isTrusted(client)) {
      const next = plainAddress(named.pop() ?? '')
      if (next === null) break
      client = next
    }
    return isIP(client) === 6 ? networkOf(client) : client
  }
}

/** Tells the addresses of the named proxies from all others. */
export function createIsTrusted(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  return (text) => {
    const address = plainAddress(text)
    return address !== null && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Whether a text is an address or a network that can be trusted. */
export function isProxy(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const longest = { 4: 32, 6: 128 }[isIP(address)]
  if (longest === undefined || more.length > 0 || address.includes('%')) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
}

/** An address without port, brackets and zone, and an IPv4 address in IPv6 clothes as IPv4; null for what is none. */
function plainAddress(text: string): string | null {
  const trimmed = text.trim()
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^([\d.]+):\d+$/.exec(trimmed)?.[1] ?? trimmed
  const [address = ''] = bare.split('%')
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null
  const groups = groupsOf(address)
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return address
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

function networkOf(address: string): string {
  const groups = groupsOf(address).slice(0, 4)
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`
}

/** The eight numbers of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // A URL writes an address in one way only: small, without dots, at most one gap.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [start = '', end] = written.split('::')
  const before = start === '' ? [] : start.split(':')
  const after = end === undefined || end === '' ? [] : end.split(':')
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16))
}
