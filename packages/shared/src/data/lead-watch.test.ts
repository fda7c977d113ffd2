import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Backend } from './backend.ts'
import { createBackend } from './backend.ts'
import { createMemoryPlatform } from '../testing/memory-platform.ts'
import { watchForNews } from './lead-watch.ts'

const leadAt = (second: number) => ({ id: `lead ${second}`, created_at: `2026-11-21T08:00:0${second}+00:00` })

/** What the server has, newest first, and what it was asked. */
let leads: ReturnType<typeof leadAt>[]
let isDown: boolean
const asked: string[] = []

beforeEach(() => {
  leads = [leadAt(2), leadAt(1)]
  isDown = false
  asked.length = 0
  vi.stubGlobal('fetch', (input: string) => {
    const { pathname, searchParams } = new URL(input)
    if (isDown) return Promise.reject(new TypeError('Failed to fetch'))
    if (pathname !== '/rest/v1/leads') return Promise.resolve(new Response(null, { status: 404 }))
    const since = searchParams.get('created_at')?.replace('gt.', '')
    asked.push(`${since ?? 'any'}, ${searchParams.get('limit')}`)
    const found = leads.filter(
      ({ created_at: at }) => since === undefined || since === '-infinity' || at > since,
    )
    return Promise.resolve(Response.json(found.slice(0, Number(searchParams.get('limit')))))
  })
})
afterEach(() => void vi.unstubAllGlobals())

function setUp(since?: string) {
  const heard: string[][] = []
  let look = () => {}
  let becameOnline = () => {}
  const backend: Backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    createMemoryPlatform().sessionStorage,
  )
  const { connectivity } = backend
  const watched = {
    ...backend,
    connectivity: {
      ...connectivity,
      subscribe(listener: () => void) {
        becameOnline = listener
        return () => void (becameOnline = () => {})
      },
    },
  }
  const stop = watchForNews(watched, {
    since,
    onLook: (news) => heard.push(news.map(({ id }) => id)),
    repeat(action) {
      look = action
      return () => void (look = () => {})
    },
  })
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return {
    heard,
    stop,
    settled,
    async look() {
      look()
      await settled()
    },
    async comeBack() {
      await connectivity.look()
      becameOnline()
      await settled()
    },
  }
}

test('leads that were there at the first look are no news, and each later one is news once', async () => {
  const { heard, look, settled } = setUp()
  await settled()
  await look()
  leads = [leadAt(4), leadAt(3), ...leads]
  await look()
  await look()
  expect(heard).toEqual([[], [], ['lead 4', 'lead 3'], []])
  expect(asked[0]).toBe('any, 1')
  expect(asked.at(-1)).toBe(`${leadAt(4).created_at}, 100`)
})

test('the first lead of all is news', async () => {
  leads = []
  const { heard, look, settled } = setUp()
  await settled()
  leads = [leadAt(1)]
  await look()
  expect(heard).toEqual([[], ['lead 1']])
})

test('what came since a lead that is known already is news at the first look', async () => {
  const { heard, settled } = setUp(leadAt(1).created_at)
  await settled()
  expect(heard).toEqual([['lead 2']])
})

test('what came while the backend could not be reached is news when it can be', async () => {
  const { heard, look, settled, comeBack } = setUp()
  await settled()
  isDown = true
  await look()
  leads = [leadAt(3), ...leads]
  isDown = false
  await comeBack()
  expect(heard).toEqual([[], ['lead 3']])
})

test('nothing is told or asked after the end', async () => {
  const { heard, stop, look, comeBack, settled } = setUp()
  stop()
  await settled()
  await look()
  await comeBack()
  expect(heard).toEqual([])
  expect(asked.length).toBeLessThanOrEqual(1)
})
