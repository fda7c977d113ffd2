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

/** How an address answers. */
export type Answer = (init: RequestInit) => Response | Promise<Response>

/** Chromium's network: the given addresses answer, and other hosts but this computer do not resolve. */
export function createFakeNet(answers: Readonly<Record<string, Answer>> = {}): FakeNet {
  const asked: string[] = []
  const requests: FakeRequest[] = []
  const request = (address: string) => {
    const made = new FakeRequest(address)
    requests.push(made)
    return made
  }
  return {
    asked,
    requests,
    // Of a request only these members are used.
    request: request as never,
    fetch: async (input, init = {}) => {
      if (typeof input !== 'string') throw new Error('The app asks with an address.')
      asked.push(input)
      init.signal?.throwIfAborted()
      const answer = answers[input]
      if (answer !== undefined) return answer(init)
      if (!/^http:\/\/(127\.0\.0\.1|localhost)[:/]/.test(input)) throw new Error('net::ERR_NAME_NOT_RESOLVED')
      return fetch(input, init)
    },
  }
}
