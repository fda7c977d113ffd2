import { setTimeout as delay } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { runSuites, type Suite, type SuiteContext } from './suite.ts'

const passed = { passed: 1, failed: 0, failures: [], skipped: [], report: '' }

function context(signal = new AbortController().signal): SuiteContext {
  return { signal, temporaryFolder: '', args: [] }
}

/** A suite that logs when it begins and ends. */
function logged(log: string[], name: string, runsAlone = false): Suite {
  return {
    name,
    runsAlone,
    async run() {
      log.push(`+${name}`)
      await delay(30)
      log.push(`-${name}`)
      return passed
    },
  }
}

test('suites run two at a time, and after them those that use all processors one by one', async () => {
  const log: string[] = []
  await runSuites(
    [
      logged(log, 'unit', true),
      logged(log, 'a'),
      logged(log, 'b'),
      logged(log, 'e2e', true),
      logged(log, 'c'),
    ],
    context(),
    () => {},
  )
  expect(log.slice(0, 2)).toEqual(['+a', '+b'])
  expect(log.indexOf('+c')).toBeGreaterThan(1)
  expect(log.slice(6)).toEqual(['+unit', '-unit', '+e2e', '-e2e'])
})

test('what suites need is installed in turn beside the suites before them', async () => {
  const log: string[] = []
  const needing = (name: string, error?: Error): Suite => ({
    ...logged(log, name, true),
    async install() {
      log.push(`installing for ${name}`)
      await delay(10)
      log.push(`installed for ${name}`)
      if (error !== undefined) throw error
    },
  })
  await runSuites(
    [needing('unit', new Error('no network')), needing('e2e'), logged(log, 'lint')],
    context(),
    () => {},
  )
  expect(log).toEqual([
    'installing for unit',
    '+lint',
    'installed for unit',
    'installing for e2e',
    'installed for e2e',
    '-lint',
    '+unit',
    '-unit',
    '+e2e',
    '-e2e',
  ])
})

test('a suite that fails or throws does not stop the others', async () => {
  const throwing: Suite = {
    name: 'throwing',
    runsAlone: true,
    run: () => Promise.reject(new Error('lost its way')),
  }
  const failing: Suite = {
    name: 'failing',
    runsAlone: false,
    run: () => Promise.resolve({ ...passed, failed: 2 }),
  }
  const last: Suite = { name: 'last', runsAlone: true, run: () => Promise.resolve(passed) }
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
    runsAlone: true,
    run() {
      stopping.abort()
      return Promise.resolve(passed)
    },
  }
  await runSuites([first, logged(log, 'second', true)], context(stopping.signal), () => {})
  expect(log).toEqual([])
})
