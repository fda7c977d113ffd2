import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { errorCode } from '../process/errors.ts'

/** The whole of an attempt. */
const timeoutMs = 10_000
/** Of an answer no more is read. */
const maxAnswerBytes = 16 * 1024

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether a receiver on this machine is allowed, for tests. */
  readonly toLoopback?: boolean
  readonly timeoutMs?: number
  /** Ends the attempt early. */
  readonly signal?: AbortSignal
  readonly resolve?: typeof resolveName
}

/** How a receiver answered; `fault` is null for status 200 to 299. */
export interface Posted {
  readonly status: number | null
  readonly fault: string | null
}

class PrivateAddressError extends Error {
  readonly code = 'private address'
}

/**
 * Posts to a user-entered URL. The host is resolved once: the connection goes to one of these addresses, and fails
 * if any is private, link-local or of this machine. Follows no redirect, and throws no error.
 */
export async function postToPublic(address: string, options: PostOptions): Promise<Posted> {
  const { headers, body, toLoopback = false, resolve = resolveName } = options
  const isAllowed = (ip: string) => isPublic(ip) || (toLoopback && ipaddr.process(ip).range() === 'loopback')
  try {
    const url = new URL(address)
    const literal = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !isAllowed(literal)) throw new PrivateAddressError()
    if (url.protocol !== 'https:' && !toLoopback) return { status: null, fault: 'not https' }
    const status = await new Promise<number>((done, failed) => {
      const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(
        url,
        {
          method: 'POST',
          agent: false,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          lookup: pinnedLookup(resolve, isAllowed),
          signal: AbortSignal.any([
            AbortSignal.timeout(options.timeoutMs ?? timeoutMs),
            ...(options.signal ? [options.signal] : []),
          ]),
        },
        (response) => {
          let length = 0
          const end = () => {
            done(response.statusCode ?? 0)
            response.destroy()
          }
          response.on('data', (chunk: Buffer) => {
            length += chunk.length
            if (length > maxAnswerBytes) end()
          })
          response.on('end', end)
          response.on('error', failed)
        },
      )
      request.on('error', failed)
      request.end(body)
    })
    const fault = status >= 300 && status < 400 ? 'redirect' : `status ${status}`
    return { status, fault: status >= 200 && status < 300 ? null : fault }
  } catch (error) {
    return { status: null, fault: faultOf(error) }
  }
}

function faultOf(error: unknown): string {
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError'))
    return 'timeout'
  return errorCode(error) ?? 'no connection'
}

/** Resolves a name for one connection. */
function pinnedLookup(resolve: typeof resolveName, isAllowed: (ip: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { all: true, family: options.family ?? 0 }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? []
      if (error !== null) callback(error, '', 0)
      else if (first === undefined || !addresses.every(({ address }) => isAllowed(address))) {
        callback(new PrivateAddressError(), '', 0)
      } else if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/** Whether an address is one of the internet's: not private, of a link, of this machine, or one that carries another within. */
export function isPublic(ip: string): boolean {
  return ipaddr.process(ip).range() === 'unicast'
}
