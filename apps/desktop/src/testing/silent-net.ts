import { EventEmitter } from 'node:events'

import type { FakeNet } from './fake-net.ts'

/** A network that takes every request and never answers one. */
export function createSilentNet(): FakeNet {
  const asked: string[] = []
  return {
    asked,
    request: (options) => {
      asked.push(typeof options === 'string' ? options : (options.url ?? ''))
      const request = Object.assign(new EventEmitter(), { end: () => undefined, abort: () => undefined })
      // The app uses no more of a request than what is here.
      return request as unknown as ReturnType<FakeNet['request']>
    },
  }
}
