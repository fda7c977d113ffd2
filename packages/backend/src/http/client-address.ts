import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'

/** Finds the address of the client that a request comes from. */
export type ClientAddress = (socketAddress: string | undefined, forwardedFor: string | null) => string

/**
 * Trusts `X-Forwarded-For` only from trusted proxies, and takes the rightmost address that is not a trusted proxy,
 * because the client may forge everything to the left of it.
 * @param trustedProxies addresses and networks such as `10.0.0.0/8`
 * @returns the client's network: an IPv4 address, or the /64 of an IPv6 address, which may belong to one client
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

/** The network that a request comes from, by its socket and its trusted proxies. */
export type ClientOf = (context: Context) => string

/** @param trustedProxies addresses and networks such as `10.0.0.0/8` */
export function createClientOf(trustedProxies: readonly string[]): ClientOf {
  const clientAddress = createClientAddress(trustedProxies)
  return ({ env, req }) => {
    // The bindings of the Node adapter; requests in tests have none.
    const { incoming } = (env ?? {}) as { incoming?: IncomingMessage }
    return clientAddress(incoming?.socket.remoteAddress, req.header('x-forwarded-for') ?? null)
  }
}

/** How the log names clients: not at all, by a network of about a town or company, or by the address. */
export const clientNames = ['none', 'short', 'full'] as const
export type ClientNames = (typeof clientNames)[number]

/** Names the client of a request; `short` is the /24 of an IPv4 address or the /48 of an IPv6 one. */
export function createClientName(
  names: ClientNames,
  clientOf: ClientOf,
): (context: Context) => string | undefined {
  if (names === 'none') return () => undefined
  return (context) => (names === 'full' ? clientOf(context) : shortened(clientOf(context)))
}

function shortened(client: string): string {
  const address = client.split('/')[0] ?? ''
  if (isIP(address) === 4) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  if (isIP(address) !== 6) return client
  const groups = groupsOf(address).slice(0, 3)
  return `${groups.map((group) => group.toString(16)).join(':')}::/48`
}

/**
 * Whether a client on this machine sent the request itself. One that a proxy passed on has a forwarding header, or names
 * the site as its host.
 */
export function isDirectFromLoopback({ env, req }: Pick<Context, 'env' | 'req'>): boolean {
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage }
  const isLoopback = createIsTrusted(['127.0.0.0/8', '::1'])
  if (!isLoopback(incoming?.socket.remoteAddress ?? '')) return false
  if (forwardingHeaders.some((name) => req.header(name) !== undefined)) return false
  const host = new URL(req.url).hostname
  return host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''))
}

const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** Names the network of the client to the database. */
export const clientHeader = 'cf-connecting-ip'

/**
 * Names the client to the database, for its limits, in the header that Cloudflare sets in front of a hosted project. What the
 * client wrote into it is replaced.
 */
export function nameClient(clientOf: ClientOf): MiddlewareHandler {
  return async (context, next) => {
    context.req.raw.headers.set(clientHeader, clientOf(context))
    await next()
  }
}

/** Returns whether an address belongs to a trusted proxy. */
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

/** Whether a text is a valid address or network for `trustedProxies`. */
export function isProxy(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const longest = { 4: 32, 6: 128 }[isIP(address)]
  if (longest === undefined || more.length > 0 || address.includes('%')) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
}

/** An address without port, brackets and zone, IPv4-mapped IPv6 as IPv4; null for text that is no address. */
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
  // A URL normalizes an address: lower case, no dots, at most one gap.
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [start = '', end] = written.split('::')
  const before = start === '' ? [] : start.split(':')
  const after = end === undefined || end === '' ? [] : end.split(':')
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...gap, ...after].map((group) => Number.parseInt(group, 16))
}
