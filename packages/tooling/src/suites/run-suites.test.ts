import { setTimeout as delay } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { runSuites } from './run-suites.ts'
import type { Suite, SuiteContext } from './suite.ts'

const passed = { passed: 1, failed: 0, skipped: [], report: '' }

function context(signal = new AbortController().signal): SuiteContext {
  return { signal, temporaryFolder: '', args: [], say: () => {} }
}

/** A suite that notes when it begins and ends. */
function noted(diary: string[], name: string, place: Suite['place']): Suite {
  return {
    name,
    place,
    async run() {
      diary.push(`+${name}`)
      await delay(30)
      diary.push(`-${name}`)
      return passed
    },
  }
}

test('checks run two at a time, tests one by one after them, and the last has the machine for itself', async () => {
  const diary: string[] = []
  await runSuites(
    [
      noted(diary, 'e2e', 'alone'),
      noted(diary, 'unit', 'tests'),
      noted(diary, 'a', 'checks'),
      noted(diary, 'b', 'checks'),
      noted(diary, 'database', 'tests'),
      noted(diary, 'c', 'checks'),
    ],
    context(),
    () => {},
  )
  expect(diary.slice(0, 2)).toEqual(['+a', '+b'])
  expect(diary.indexOf('+c')).toBeGreaterThan(1)
  expect(diary.slice(6)).toEqual(['+unit', '-unit', '+database', '-database', '+e2e', '-e2e'])
})

test('a suite that fails or throws keeps none of the others from running', async () => {
  const throwing: Suite = {
    name: 'throwing',
    place: 'tests',
    run: () => Promise.reject(new Error('lost its way')),
  }
  const failing: Suite = {
    name: 'failing',
    place: 'checks',
    run: () => Promise.resolve({ ...passed, failed: 2 }),
  }
  const last: Suite = { name: 'last', place: 'alone', run: () => Promise.resolve(passed) }
  const told: string[] = []
  const finished = await runSuites([throwing, failing, last], context(), (suite) => told.push(suite.name))
  expect(finished.map(({ name, failed }) => [name, failed])).toEqual([
    ['failing', 2],
    ['throwing', 1],
    ['last', 0],
  ])
  expect(finished[1]?.report).toContain('lost its way')
  expect(told).toEqual(['failing', 'throwing', 'last'])
})

test('nothing begins any more when the run is stopped', async () => {
  const stopping = new AbortController()
  const diary: string[] = []
  const first: Suite = {
    name: 'first',
    place: 'tests',
    run() {
      stopping.abort()
      return Promise.resolve(passed)
    },
  }
  await runSuites(
    [first, noted(diary, 'second', 'tests'), noted(diary, 'third', 'alone')],
    context(stopping.signal),
    () => {},
  )
  expect(diary).toEqual([])
})
