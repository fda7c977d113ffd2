import { Agent, get, type IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'

import { listen } from './listen.ts'

const agent = new Agent({ keepAlive: true })

afterEach(() => agent.destroy())

/** Sends a request on a keep-alive connection and reads the whole response. */
async function ask(port: number): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/healthz', agent }, resolve).once('error', reject)
  })
  await answer.resume().toArray()
  return answer
}

test('the keep-alive timeout is longer than that of proxies', async () => {
  const listener = await listen(0, () => ({}))
  const answer = await ask(listener.port)
  expect(answer.headers['keep-alive']).toBe('timeout=75')
  await listener.close(0)
})

test('a server listens on the address that it is asked for, and on no other', async () => {
  const everywhere = await listen(0, () => ({}), '::')
  expect((await ask(everywhere.port)).statusCode).toBe(503)
  await everywhere.close(0)
  const elsewhere = await listen(0, () => ({}), '127.0.0.2')
  await expect(ask(elsewhere.port)).rejects.toThrow('ECONNREFUSED')
  await elsewhere.close(0)
})

test('an address that the machine does not have is refused with a sentence', async () => {
  await expect(listen(0, () => ({}), '192.0.2.1')).rejects.toThrow(
    'Port 0 cannot be used: this machine has no such address; choose another address with HOST.',
  )
})

test('an idle connection does not delay the shutdown', async () => {
  const listener = await listen(0, () => ({}))
  await ask(listener.port)
  const { port } = listener
  await listener.close(60_000)
  const next = await listen(port, () => ({}))
  expect(next.port).toBe(port)
  await next.close(0)
})

test('a request that arrives during the start waits for its end, and not as long as for ever', async () => {
  const timeouts = { headers: 15_000, request: 300_000, stall: 20_000, check: 2000, start: 200 }
  const listener = await listen(0, () => ({ 'x-policy': 'starting' }), undefined, timeouts)
  const send = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${listener.port}${path}`, {
      method: 'POST',
      body: 'a lead',
    })
    return [response.status, response.headers.get('x-policy'), await response.text()]
  }
  expect(await send('/late')).toEqual([503, 'starting', 'Starting'])
  const waiting = send('/in-time')
  await expect.poll(() => listener.inFlight()).toBe(1)
  listener.answerWith(
    async (request) => new Response(`stored ${await request.text()}`),
    () => ({ 'x-policy': 'ready' }),
  )
  expect(await waiting).toEqual([200, 'ready', 'stored a lead'])
  await listener.close(0)
})
