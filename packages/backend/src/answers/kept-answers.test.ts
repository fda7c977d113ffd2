import { expect, it } from 'vitest'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'

interface Told {
  readonly size: number
  readonly words: string
}

/** Kept answers with a clock that stands still, and who asked the database for what. */
function begin(most = { answers: 3, bytes: 100, bytesOfOne: 50 }) {
  const clock = { time: 0 }
  const kept = createKeptAnswers<Told>({ most, lifetime: 1000, now: () => clock.time })
  kept.allow(true)
  const asked: string[] = []
  const take = async (question: string, size = 10): Promise<Told | null> =>
    kept.take(question, async () => {
      asked.push(question)
      return { size, words: `answer to ${question}` }
    })
  return { kept, take, asked, clock }
}

/** A question whose answer arrives when the test says so. */
function askSlowly(kept: KeptAnswers<Told>, question: string) {
  const { promise, resolve } = Promise.withResolvers<Told | null>()
  return { answered: kept.take(question, async () => promise), answer: resolve }
}

it('asks once and gives the answer again', async () => {
  const { take, asked } = begin()
  expect(await take('mugs')).toEqual({ size: 10, words: 'answer to mugs' })
  expect(await take('mugs')).toEqual({ size: 10, words: 'answer to mugs' })
  await take('lamps')
  expect(asked).toEqual(['mugs', 'lamps'])
})

it('asks once for many who ask the same at once', async () => {
  const { take, asked } = begin()
  const answers = await Promise.all(Array.from({ length: 20 }, async () => take('mugs')))
  expect(new Set(answers).size).toBe(1)
  expect(asked).toEqual(['mugs'])
})

it('asks anew after a change', async () => {
  const { kept, take, asked } = begin()
  await take('mugs')
  kept.forget()
  await take('mugs')
  expect(asked).toEqual(['mugs', 'mugs'])
})

it('does not keep what was read before a change and arrives after it', async () => {
  const { kept, take, asked } = begin()
  const slow = askSlowly(kept, 'mugs')
  kept.forget()
  slow.answer({ size: 10, words: 'as it was' })
  expect((await slow.answered)?.words).toBe('as it was')
  expect((await take('mugs'))?.words).toBe('answer to mugs')
  expect(asked).toEqual(['mugs'])
})

it('lets nobody who asks after a change wait for an answer that was asked for before it', async () => {
  const { kept, take } = begin()
  const before = askSlowly(kept, 'mugs')
  kept.forget()
  const after = take('mugs')
  before.answer({ size: 10, words: 'as it was' })
  expect((await after)?.words).toBe('answer to mugs')
  // The late end of the first does not hide the second from the next one who asks.
  await before.answered
  expect((await take('mugs'))?.words).toBe('answer to mugs')
})

it('keeps neither nothing nor an error, and asks again', async () => {
  const { kept, take, asked } = begin()
  expect(await kept.take('mugs', async () => null)).toBeNull()
  await expect(
    kept.take('mugs', async () => {
      throw new Error('no database')
    }),
  ).rejects.toThrow('no database')
  await take('mugs')
  expect(asked).toEqual(['mugs'])
})

it('lets those go first that were asked for least recently', async () => {
  const { take, asked } = begin()
  for (const question of ['mugs', 'lamps', 'pens', 'mugs', 'clocks']) await take(question)
  asked.length = 0
  for (const question of ['mugs', 'pens', 'clocks']) await take(question)
  expect(asked).toEqual([])
  await take('lamps')
  expect(asked).toEqual(['lamps'])
})

it('stays within its bytes and keeps no answer that is too long', async () => {
  const { take, asked } = begin()
  for (const question of ['mugs', 'lamps', 'pens']) await take(question, 40)
  await take('hampers', 51)
  asked.length = 0
  for (const question of ['pens', 'lamps', 'hampers', 'mugs']) await take(question, 40)
  expect(asked).toEqual(['hampers', 'mugs'])
})

it('asks anew when an answer is too old', async () => {
  const { take, asked, clock } = begin()
  await take('mugs')
  clock.time = 999
  await take('mugs')
  expect(asked).toHaveLength(1)
  clock.time = 1000
  await take('mugs')
  expect(asked).toHaveLength(2)
})

it('keeps nothing while it is not certain that changes are heard of', async () => {
  const { kept, take, asked } = begin()
  await take('mugs')
  const slow = askSlowly(kept, 'lamps')
  kept.allow(false)
  expect(await take('mugs')).toBeNull()
  kept.allow(true)
  slow.answer({ size: 10, words: 'as it was' })
  await slow.answered
  await take('mugs')
  await take('lamps')
  expect(asked).toEqual(['mugs', 'mugs', 'lamps'])
})
