import { expect, it } from 'vitest'
import {
  LostConnectionError,
  noteUnavailable,
  requestContext,
  StatementTimeoutError,
} from '../database/request-context.ts'
import { siteAt } from '../http/site-config.ts'
import type { Service } from '../http/api-errors.ts'
import { createApiGateway } from './gateway.ts'

/** A gateway around a fake library, and the lines of its log. */
function gatewayAround(fetch: () => Promise<Response>, kind: 'anyone' | 'operator' = 'anyone') {
  const logged: string[] = []
  const gateway = createApiGateway({
    library: { fetch },
    site: siteAt(3000, null),
    auth: {
      respond: async () => Promise.resolve(null),
      complete: async (_request, response) => Promise.resolve(response),
    },
    callerOf: () => ({ kind }),
    isTrusted: async () => Promise.resolve(kind === 'operator'),
    sessionHasEnded: async () => Promise.resolve(false),
    mayWrite: async () => Promise.resolve(false),
    requestLog: { failed: (id, failure) => logged.push(`${id} ${failure}`) },
    writeFailed: () => {},
  })
  return { gateway, logged }
}

/** The response and log of a gateway to a read when the library throws this error. */
async function answered(fail: () => never) {
  const { gateway, logged } = gatewayAround(async () => Promise.resolve().then(fail))
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

it('a language error thrown by the library is 400 and is logged', async () => {
  const library = thrownAt('read (file:///srv/giftwell/node_modules/@supabase/lite/dist/index.js:7:11)')
  expect(await answered(library)).toEqual({ status: 400, logged: ['one TypeError'] })
})

it('an error thrown by our own code is a failure', async () => {
  const own = thrownAt('file:///srv/giftwell/packages/backend/src/http/filter-values.ts:7:11')
  expect(await answered(own)).toEqual({ status: 500, logged: ['one TypeError'] })
  const real = () => {
    throw new RangeError('of this very file')
  }
  expect(await answered(real)).toEqual({ status: 500, logged: ['one RangeError'] })
})

/** Requests from a gateway whose library loses its connection once and then responds. */
async function askedOfLostConnection(service: Service, method: string, losses = 1) {
  let asked = 0
  const { gateway, logged } = gatewayAround(async () => {
    asked += 1
    if (asked > losses) return Promise.resolve(new Response('[]'))
    const request = requestContext.getStore()
    if (request !== undefined) request.connectionLost = new LostConnectionError(null)
    // The library's response to a lost database differs between services.
    return Promise.resolve(new Response('{}', { status: service === 'auth' ? 400 : 500 }))
  })
  const request = new Request(`http://127.0.0.1:3000/${service}/v1/x`, { method })
  const { status, headers } = await gateway(service, request, 'one')
  return { asked, status, retryAfter: headers.get('retry-after'), logged }
}

it('a read that was ended by its time limit is not asked again', async () => {
  let asked = 0
  const { gateway } = gatewayAround(async () => {
    asked += 1
    noteUnavailable(new StatementTimeoutError())
    // The rollback finds no connection.
    noteUnavailable(new LostConnectionError(null))
    return Promise.resolve(new Response('{}', { status: 500 }))
  })
  const response = await gateway('rest', new Request('http://127.0.0.1:3000/rest/v1/x'), 'one')
  expect([asked, response.status]).toEqual([1, 503])
  expect(await response.text()).toContain('The request took too long and was ended.')
})

it('a read whose connection was lost is retried once', async () => {
  expect(await askedOfLostConnection('rest', 'GET')).toMatchObject({ asked: 2, status: 200, logged: [] })
  const lost = { asked: 2, status: 503, retryAfter: '2', logged: ['one LostConnectionError 08006'] }
  expect(await askedOfLostConnection('rest', 'GET', 9)).toEqual(lost)
})

it.each([
  ['rest', 'POST'],
  ['rest', 'PATCH'],
  ['rest', 'DELETE'],
  ['auth', 'POST'],
  ['auth', 'GET'],
  ['storage', 'DELETE'],
] as const)(
  'a request that may have an effect is not retried after a lost connection: %s %s',
  async (service, method) => {
    expect(await askedOfLostConnection(service, method)).toEqual({
      asked: 1,
      status: 503,
      retryAfter: '2',
      logged: ['one LostConnectionError 08006'],
    })
  },
)

it.each([
  ['rest', '/rest/v1/products', 'anyone', true],
  ['storage', '/storage/v1/object/info/x', 'anyone', true],
  ['auth', '/auth/v1/signup', 'anyone', true],
  ['auth', '/auth/v1/token?grant_type=password', 'anyone', false],
  ['rest', '/rest/v1/products', 'operator', false],
] as const)('a %s request to %s of %s waits for a slot: %s', async (service, path, kind, waits) => {
  const order: string[] = []
  const { gateway } = gatewayAround(async () => {
    order.push('statement')
    return Promise.resolve(new Response('{}'))
  }, kind)
  const method = service === 'auth' ? 'POST' : 'GET'
  const body = method === 'POST' ? '{"email":"a@b.example","password":"a long walk"}' : null
  const ask = async (slot: Disposable | null) => {
    const request = new Request(`http://127.0.0.1:3000${path}`, {
      method,
      body,
      headers: { 'content-type': 'application/json' },
    })
    return gateway(service, request, 'one', async () => {
      order.push('enter')
      return Promise.resolve(slot)
    })
  }
  await ask({ [Symbol.dispose]: () => order.push('leave') })
  expect(order).toEqual(waits ? ['enter', 'statement', 'leave'] : ['statement'])
  expect((await ask(null)).status).toBe(waits ? 429 : 200)
})

it('a request whose body stalls waits for no slot', async () => {
  let entered = 0
  const { gateway } = gatewayAround(async () => Promise.resolve(new Response('{}')))
  let end = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('{}'))
      end = () => controller.close()
    },
  })
  // Node requires `duplex` for a stream; the DOM's type lacks it.
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
  const request = new Request('http://127.0.0.1:3000/rest/v1/x', init)
  const answer = gateway('rest', request, 'one', async () => {
    entered += 1
    return Promise.resolve(null)
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(entered).toBe(0)
  end()
  expect([(await answer).status, entered]).toEqual([429, 1])
})
