import { EventEmitter } from 'node:events'
import { type ClientRequest as NodeRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

import type { AskOptions } from '../main/connection/ask.ts'
import type { CheckOptions } from '../main/connection/check-connection.ts'

/** What the app uses of Chromium's network. */
export type FakeNet = CheckOptions['net'] & {
  /** Every address that was asked, in order. */
  readonly asked: readonly string[]
}

type RequestOptions = Exclude<Parameters<FakeNet['request']>[0], string>
type Request = ReturnType<FakeNet['request']>

/** What Node calls a failure, as Chromium calls it. */
const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'net::ERR_CONNECTION_REFUSED',
  ECONNRESET: 'net::ERR_EMPTY_RESPONSE',
  EPROTO: 'net::ERR_SSL_PROTOCOL_ERROR',
  ENOTFOUND: 'net::ERR_NAME_NOT_RESOLVED',
}

/**
 * Chromium's network as a test has it: real requests by Node, but nothing leaves this computer. Only 127.0.0.1 and the
 * hosts that are given have an answer; a given host stands for a server on the internet with a certificate.
 *
 * @param hosts the port on 127.0.0.1 where each host answers, over plain HTTP
 */
export function createFakeNet(hosts: Readonly<Record<string, number>> = {}): FakeNet {
  const asked: string[] = []
  return {
    asked,
    request: (options) => {
      if (typeof options === 'string') throw new Error('The app asks with options.')
      asked.push(options.url ?? '')
      // The app uses no more of a request than what is here.
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
    // Like the real one, when the listener has not followed.
    this.#fail(new Error('Redirect was cancelled'))
  }

  #fail(error: Error): void {
    this.emit('error', error)
    this.emit('close')
  }
}
