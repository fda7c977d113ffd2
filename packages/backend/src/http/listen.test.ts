import { Agent, get, type IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'

import { listen } from './listen.ts'

const agent = new Agent({ keepAlive: true })

afterEach(() => agent.destroy())

/** Sends a request on a keep-alive connection and reads the whole response. */
async function ask(port: number): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, resolve).once('error', reject)
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

test('an idle connection does not delay the shutdown', async () => {
  const listener = await listen(0, () => ({}))
  await ask(listener.port)
  const { port } = listener
  await listener.close(60_000)
  const next = await listen(port, () => ({}))
  expect(next.port).toBe(port)
  await next.close(0)
})
