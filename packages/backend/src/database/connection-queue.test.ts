import { expect, it } from 'vitest'
import { createConnectionQueue } from './connection-queue.ts'

it('lets one user in after another, in the order of asking', async () => {
  const queue = createConnectionQueue()
  const events: string[] = []
  const use = async (name: string): Promise<void> => {
    const end = await queue.take()
    events.push(`${name} in`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    events.push(`${name} out`)
    end()
  }
  await Promise.all([use('a'), use('b'), use('c')])
  expect(events).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
})

it('fails a user who waits too long, for himself for example, and goes on with the next', async () => {
  const queue = createConnectionQueue(20)
  const end = await queue.take()
  await expect(queue.take()).rejects.toMatchObject({ name: 'DatabaseBusyError', code: '53300' })
  end()
  const endNext = await queue.take()
  endNext()
})

it('does not let a late user in before the one who is in', async () => {
  const queue = createConnectionQueue(20)
  const end = await queue.take()
  await expect(queue.take()).rejects.toThrow('busy')
  let isIn = false
  const next = createTaker(queue, () => {
    isIn = true
  })
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isIn).toBe(false)
  end()
  await next
  expect(isIn).toBe(true)
})

async function createTaker(queue: ReturnType<typeof createConnectionQueue>, work: () => void): Promise<void> {
  const end = await queue.take()
  work()
  end()
}
