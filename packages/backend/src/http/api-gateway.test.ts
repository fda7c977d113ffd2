import { expect, it } from 'vitest'
import { siteAt } from '../site.ts'
import { createApiGateway } from './api-gateway.ts'

/** A gateway before a library that fails so, and what it answers to a read and logs. */
async function answered(fail: () => never) {
  const logged: string[] = []
  const gateway = createApiGateway({
    library: { fetch: async () => Promise.resolve().then(fail) },
    site: siteAt(3000, null),
    repeatedSignUp: async (_path, _body, response) => Promise.resolve(response),
    callerOf: () => ({ kind: 'anyone' }),
    log: { failed: (id, kind) => logged.push(`${id} ${kind}`) },
  })
  const response = await gateway('rest', new Request('http://127.0.0.1:3000/rest/v1/products'), 'one')
  return { status: response.status, logged }
}

function thrownAt(place: string): () => never {
  return () => {
    const error = new TypeError('undefined is not a function')
    error.stack = `TypeError: undefined is not a function\n    at new URL (node:internal/url:816:29)\n    at ${place}`
    throw error
  }
}

it('takes an error that the library throws at a request for the request’s, and logs it all the same', async () => {
  const library = thrownAt('read (file:///srv/giftwell/node_modules/@supabase/lite/dist/index.js:7:11)')
  expect(await answered(library)).toEqual({ status: 400, logged: ['one TypeError'] })
})

it('takes an error that our own lines throw for a failure', async () => {
  const own = thrownAt('file:///srv/giftwell/packages/backend/src/http/filter-values.ts:7:11')
  expect(await answered(own)).toEqual({ status: 500, logged: ['one TypeError'] })
  const real = () => {
    throw new RangeError('of this very file')
  }
  expect(await answered(real)).toEqual({ status: 500, logged: ['one RangeError'] })
})
