import { setTimeout as delay } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { runSuites, type Suite, type SuiteContext } from './suite.ts'

const passed = { passed: 1, failed: 0, failures: [], skipped: [], report: '' }

function context(signal = new AbortController().signal): SuiteContext {
  return { signal, temporaryFolder: '', args: [] }
}

/** A suite that logs when it begins and ends. */
function logged(log: string[], name: string, kind: Suite['kind']): Suite {
  return {
    name,
    kind,
    async run() {
      log.push(`+${name}`)
      await delay(30)
      log.push(`-${name}`)
      return passed
    },
  }
}

test('checks run two at a time, and after them the tests one by one', async () => {
  const log: string[] = []
  await runSuites(
    [
      logged(log, 'unit', 'test'),
      logged(log, 'a', 'check'),
      logged(log, 'b', 'check'),
      logged(log, 'e2e', 'test'),
      logged(log, 'c', 'check'),
    ],
    context(),
    () => {},
  )
  expect(log.slice(0, 2)).toEqual(['+a', '+b'])
  expect(log.indexOf('+c')).toBeGreaterThan(1)
  expect(log.slice(6)).toEqual(['+unit', '-unit', '+e2e', '-e2e'])
})

test('a suite that fails or throws does not stop the others', async () => {
  const throwing: Suite = {
    name: 'throwing',
    kind: 'test',
    run: () => Promise.reject(new Error('lost its way')),
  }
  const failing: Suite = {
    name: 'failing',
    kind: 'check',
    run: () => Promise.resolve({ ...passed, failed: 2 }),
  }
  const last: Suite = { name: 'last', kind: 'test', run: () => Promise.resolve(passed) }
  const reported: string[] = []
  const finished = await runSuites([throwing, failing, last], context(), (suite) => reported.push(suite.name))
  expect(finished.map(({ name, failed }) => [name, failed])).toEqual([
    ['failing', 2],
    ['throwing', 1],
    ['last', 0],
  ])
  expect(finished[1]?.report).toContain('lost its way')
  expect(reported).toEqual(['failing', 'throwing', 'last'])
})

test('no suite begins after the run is stopped', async () => {
  const stopping = new AbortController()
  const log: string[] = []
  const first: Suite = {
    name: 'first',
    kind: 'test',
    run() {
      stopping.abort()
      return Promise.resolve(passed)
    },
  }
  await runSuites([first, logged(log, 'second', 'test')], context(stopping.signal), () => {})
  expect(log).toEqual([])
})
