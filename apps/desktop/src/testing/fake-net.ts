import { EventEmitter } from 'node:events'
import { type ClientRequest as NodeRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

import type { AskOptions } from '../main/connection/ask.ts'
import type { CheckOptions } from '../main/connection/check-connection.ts'

export type FakeNet = CheckOptions['net'] & {
  /** Every requested URL, in order. */
  readonly asked: readonly string[]
}

type RequestOptions = Exclude<Parameters<FakeNet['request']>[0], string>
type Request = ReturnType<FakeNet['request']>

/** Node's error codes as Chromium's errors. */
const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_EMPTY_RESPONSE',
  EPROTO: 'net::ERR_SSL_PROTOCOL_ERROR',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
}

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
    request: (options) => {
      if (typeof options === 'string') throw new Error('The app asks with options.')
      asked.push(options.url ?? '')
      // The app uses no other members.
      return new FakeRequest(options, hosts) as unknown as Request
    },
  }
}

class FakeRequest extends EventEmitter {
  readonly #options: RequestOptions
  readonly #hosts: Readonly<Record<string, number>>
  #request: NodeRequest | undefined

  constructor(options: RequestOptions, hosts: Readonly<Record<string, number>>) {
    super()
    this.#options = options
    this.#hosts = hosts
  }

  end(): void {
    const address = new URL(this.#options.url ?? '')
    const headers: AskOptions['headers'] = {
      ...(this.#options.headers as Record<string, string>),
      host: address.host,
    }
    const port = this.#hosts[address.hostname]
    if (port !== undefined) {
      this.#listen(requestHttp({ host: '127.0.0.1', port, path: address.pathname, headers }))
    } else if (/^(127\.0\.0\.1|localhost|\[::1\])$/.test(address.hostname)) {
      const request = address.protocol === 'https:' ? requestHttps : requestHttp
      this.#listen(request({ host: '127.0.0.1', port: address.port, path: address.pathname, headers }))
    } else {
      queueMicrotask(() => this.#fail(new Error('net::ERR_NAME_NOT_RESOLVED')))
    }
  }

  abort(): void {
    this.#request?.destroy()
    this.emit('abort')
    this.emit('close')
  }

  #listen(request: NodeRequest): void {
    this.#request = request
    request.on('response', (response) => this.#answer(response))
    request.on('error', (error: NodeJS.ErrnoException) =>
      this.#fail(new Error(failures[error.code ?? ''] ?? 'net::ERR_FAILED')),
    )
    request.end()
  }

  #answer(response: IncomingMessage): void {
    const { statusCode = 0, headers } = response
    const isRedirect = statusCode >= 300 && statusCode < 400 && headers.location !== undefined
    if (!isRedirect) {
      this.emit('response', response)
      return
    }
    const target = new URL(headers.location ?? '', this.#options.url).href
    this.emit('redirect', statusCode, 'GET', target, headers)
    // As Electron does for an unfollowed redirect.
    this.#fail(new Error('Redirect was cancelled'))
  }

  #fail(error: Error): void {
    this.emit('error', error)
    this.emit('close')
  }
}

/** A network that never responds. */
export function createSilentNet(): FakeNet {
  const asked: string[] = []
  return {
    asked,
    request: (options) => {
      asked.push(typeof options === 'string' ? options : (options.url ?? ''))
      const request = Object.assign(new EventEmitter(), { end: () => undefined, abort: () => undefined })
      // The app uses no other members.
      return request as unknown as ReturnType<FakeNet['request']>
    },
  }
}
