import { EventEmitter } from 'node:events'

import type { Net } from 'electron'

import type { CheckOptions } from '../main/connection/create-connection.ts'

export type FakeNet = CheckOptions['net'] & {
  /** Requests of `net.request`, which a test answers by their events; none is sent. */
  readonly requests: FakeRequest[]
  readonly request: Net['request']
  /** Every requested URL, in order. */
  readonly asked: readonly string[]
}

/** A request that emits only what the test emits. */
class FakeRequest extends EventEmitter {
  readonly address: string
  isSent = false
  isAborted = false
  constructor(address: string) {
    super()
    this.address = address
  }
  end(): void {
    this.isSent = true
  }
  abort(): void {
    this.isAborted = true
  }
}

/** Node's error codes as Chromium's errors. */
const failures: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'net::ERR_CONNECTION_REFUSED'],
  [/ECONNRESET|UND_ERR_SOCKET/, 'net::ERR_EMPTY_RESPONSE'],
  [/SSL|EPROTO/, 'net::ERR_SSL_PROTOCOL_ERROR'],
]

/**
 * A fake of Chromium's network: real requests by Node that never leave this computer. The given hosts act as internet
 * servers with certificates; other hosts do not resolve.
 *
 * @param hosts each host's port on 127.0.0.1, over plain HTTP
 */
export function createFakeNet(hosts: Readonly<Record<string, number>> = {}): FakeNet {
  const asked: string[] = []
  return {
    asked,
    ...fakeRequests(),
    fetch: async (input, init) => {
      const address = addressOf(input)
      asked.push(address.href)
      // Node's fetch sets the host itself.
      const headers = { ...(init?.headers as Record<string, string>), 'x-forwarded-host': address.host }
      const port = hosts[address.hostname]
      if (port !== undefined) address.href = `http://127.0.0.1:${port}${address.pathname}`
      else if (!/^(127\.0\.0\.1|localhost|\[::1\])$/.test(address.hostname)) {
        throw new Error('net::ERR_NAME_NOT_RESOLVED')
      }
      const response = await fetch(address, { ...init, headers, redirect: 'manual' }).catch(
        (error: unknown) => {
          init?.signal?.throwIfAborted()
          throw new Error(inChromium(error))
        },
      )
      // lib/common/api/net-client-request.ts, on "redirect".
      if (response.status >= 300 && response.status < 400) {
        throw new Error("Attempted to redirect, but redirect policy was 'error'")
      }
      return response
    },
  }
}

function fakeRequests(): Pick<FakeNet, 'requests' | 'request'> {
  const requests: FakeRequest[] = []
  const request = (address: string) => {
    const made = new FakeRequest(address)
    requests.push(made)
    return made
  }
  // Of a request only these members are used.
  return { requests, request: request as never }
}

function addressOf(input: Parameters<FakeNet['fetch']>[0]): URL {
  if (typeof input !== 'string') throw new Error('The app asks with an address.')
  return new URL(input)
}

function inChromium(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return failures.find(([form]) => form.test(code))?.[1] ?? 'net::ERR_FAILED'
}

/** A network that never responds. */
export function createSilentNet(): FakeNet {
  const asked: string[] = []
  return {
    asked,
    ...fakeRequests(),
    fetch: async (input) => {
      asked.push(addressOf(input).href)
      return new Promise(() => undefined)
    },
  }
}
