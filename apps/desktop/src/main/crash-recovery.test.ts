import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { startTestApp } from '../testing/start-test-app.ts'

const start = 'giftwell-app://app/'
const problem = 'giftwell-app://app/problem'

async function running() {
  const app = await startTestApp()
  const { window, userData } = app
  return {
    ...app,
    window,
    log: async () => readFile(join(userData, 'logs', 'giftwell.log'), 'utf8'),
    crash: (reason = 'crashed') =>
      window.webContents.emit('render-process-gone', {}, { reason, exitCode: 11 }),
    failLoad: (code: number, isMainFrame = true) =>
      window.webContents.emit(
        'did-fail-load',
        {},
        code,
        'ERR_X',
        'giftwell-app://app/?x=ada@example.com',
        isMainFrame,
      ),
  }
}

test.each(['crashed', 'oom', 'killed', 'abnormal-exit', 'launch-failed', 'integrity-failure'])(
  'a crashed page (%s) shows the error page',
  async (reason) => {
    const { window, crash, log } = await running()
    crash(reason)
    expect(window.loaded).toEqual([start, problem])
    expect(await log()).toContain(`error The page stopped: ${reason} (11)`)
  },
)

test('a clean exit shows no error page', async () => {
  const { window, crash } = await running()
  crash('clean-exit')
  expect(window.loaded).toEqual([start])
})

test('a failed load shows the error page and does not log the URL', async () => {
  const { window, failLoad, log } = await running()
  failLoad(-6)
  expect(window.loaded).toEqual([start, problem])
  expect(await log()).toContain('The page could not be loaded: ERR_X (-6)')
  expect(await log()).not.toContain('example')
})

test('an aborted load or a failing subframe shows no error page', async () => {
  const { window, failLoad } = await running()
  failLoad(-3)
  failLoad(-6, false)
  expect(window.loaded).toEqual([start])
})

test('repeated crashes end in a dialog', async () => {
  const { window, electron, crash } = await running()
  for (let times = 0; times < 4; times += 1) crash()
  expect(window.loaded).toEqual([start, problem, problem, problem])
  expect(electron.dialog.asked).toHaveLength(1)
  expect(electron.dialog.asked[0]?.options).toMatchObject({
    message: 'Giftwell keeps stopping',
    buttons: ['Restart', 'Quit'],
  })
})

test('crashes more than a minute apart show the error page each time', async () => {
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => time)
  const { electron, window, crash } = await running()
  for (let times = 0; times < 10; times += 1) {
    crash()
    time += 30_000
  }
  expect(electron.dialog.asked).toEqual([])
  expect(window.loaded).toHaveLength(11)
})

test.each([
  ['Restart', ['relaunch', 'exit 0']],
  ['Quit', ['exit 0']],
])('"%s" in the crash dialog ends with %j', async (button, endings) => {
  const { electron, crash } = await running()
  for (let times = 0; times < 4; times += 1) crash()
  electron.dialog.asked[0]?.press(button)
  await expect.poll(() => electron.app.endings).toEqual(endings)
})

test('a destroyed window loads no error page', async () => {
  const { window, crash } = await running()
  window.pressClose()
  crash()
  expect(window.loaded).toEqual([start])
})

test('an unresponsive page can be waited for', async () => {
  const { window, electron } = await running()
  window.emit('unresponsive')
  window.emit('unresponsive')
  expect(electron.dialog.asked).toHaveLength(1)
  electron.dialog.asked[0]?.press('Wait')
  await expect.poll(() => electron.dialog.asked).toEqual([])
  expect(window.webContents.forcedCrashes).toBe(0)

  await new Promise(setImmediate)
  window.emit('unresponsive')
  expect(electron.dialog.asked).toHaveLength(1)
})

test('restarting an unresponsive page reloads the back office without the error page', async () => {
  const { window, electron, crash } = await running()
  window.emit('unresponsive')
  electron.dialog.asked[0]?.press('Restart')
  await expect.poll(() => window.loaded).toEqual([start, start])
  expect(window.webContents.forcedCrashes).toBe(1)
  crash()
  expect(window.loaded).toEqual([start, start, problem])
})

test('the dialog closes when the page responds again, without a restart', async () => {
  const { window, electron } = await running()
  window.emit('unresponsive')
  window.emit('responsive')
  await expect.poll(() => electron.dialog.asked).toEqual([])
  await new Promise(setImmediate)
  expect(window.webContents.forcedCrashes).toBe(0)
  expect(window.loaded).toEqual([start])
})

test('a preload error is logged', async () => {
  const { window, log } = await running()
  window.webContents.emit('preload-error', {}, '/app/out/preload/preload.cjs', new Error('no bridge'))
  expect(await log()).toContain('The preload failed: Error')
})

test('a page that responds again before "Restart" is pressed is not killed', async () => {
  const { window, electron } = await running()
  window.emit('unresponsive')
  electron.dialog.asked[0]?.press('Restart')
  window.emit('responsive')
  await new Promise(setImmediate)
  expect(window.webContents.forcedCrashes).toBe(0)
})
