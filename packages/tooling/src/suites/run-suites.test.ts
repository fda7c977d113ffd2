import { expect, test } from 'vitest'

import { runSuites, type Suite, type SuiteContext } from './suite.ts'

const passed = { passed: 1, failed: 0, failures: [], skipped: [], report: '' }

function context(signal = new AbortController().signal): SuiteContext {
  return { signal, temporaryFolder: '', args: [] }
}

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
  const first: Suite = {
    name: 'first',
    runsAlone: true,
    run() {
      stopping.abort()
      return Promise.resolve(passed)
    },
  }
  const second: Suite = { name: 'second', runsAlone: true, run: () => Promise.resolve(passed) }
  const finished = await runSuites([first, second], context(stopping.signal), () => {})
  expect(finished.map(({ name }) => name)).toEqual(['first'])
})
