import { Agent, get, type IncomingMessage } from 'node:http'
import { afterEach, expect, test } from 'vitest'

import { listen } from './listen.ts'

const agent = new Agent({ keepAlive: true })

afterEach(() => agent.destroy())

/** Asks by a connection that stays open, and reads the answer to its end. */
async function ask(port: number): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, resolve).once('error', reject)
  })
  await answer.resume().toArray()
  return answer
}

test('a connection may lie idle longer than a proxy in front keeps it', async () => {
  const listener = await listen(0, () => ({}))
  const answer = await ask(listener.port)
  expect(answer.headers['keep-alive']).toBe('timeout=75')
  await listener.close(0)
})

test('a connection that lies idle holds up nobody who stops the server', async () => {
  const listener = await listen(0, () => ({}))
  await ask(listener.port)
  const { port } = listener
  await listener.close(60_000)
  const next = await listen(port, () => ({}))
  expect(next.port).toBe(port)
  await next.close(0)
})
