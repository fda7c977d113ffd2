import { expect, test } from 'vitest'

import { createFakeNet } from '../testing/fake-net.ts'
import { FakeUpdater } from '../testing/fake-updater.ts'
import { demoConnection, startTestApp } from '../testing/start-test-app.ts'

/** No network request is ever answered, by the backend or for releases. */
async function startWithSilence(builtIn: typeof demoConnection | null) {
  const updater = new FakeUpdater()
  updater.checkForUpdates = () => {
    updater.checks += 1
    return new Promise(() => undefined)
  }
  const net = createFakeNet({ 'https://gifts.example/config.json': () => new Promise(() => undefined) })
  const app = await startTestApp({ builtIn, updater, prepare: (electron) => void (electron.net = net) })
  return { ...app, window: app.window, updater, net }
}

test.each([
  ['the back office', demoConnection],
  ['the question for the website', null],
])('the window with %s is shown before the network responds', async (_, builtIn) => {
  const { window, updater, net, ask } = await startWithSilence(builtIn)
  expect(window.loaded).toEqual(['giftwell-app://app/'])
  expect(await ask('connection:read')).toEqual({ connection: builtIn, isBuiltIn: builtIn !== null })
  expect(net.asked).toEqual([])

  window.emit('ready-to-show')
  expect(window.isShown).toBe(true)
  await expect.poll(() => updater.checks).toBe(1)
})

test('a pending connection check does not block other calls', async () => {
  const { ask, net } = await startWithSilence(null)
  void ask('connection:check', { address: 'gifts.example' }).catch(() => undefined)
  await expect.poll(() => net.asked).toHaveLength(1)
  expect(await ask('updates:read')).toEqual({ step: 'none' })
  expect(await ask('storage:get', { area: 'session', key: 'any' })).toBeNull()
})
