import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test, vi } from 'vitest'

import { FakeUpdater } from '../testing/fake-updater.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const proxy = { isProxy: true, scheme: 'basic', host: 'proxy.example', port: 3128, realm: '' }
const login = { name: 'ada', password: 'secret' }

/** Starts the app; `request` is one of the page that is asked for a password, and how it is answered. */
async function start() {
  const app = await startTestApp()
  const request = (asked: object = proxy) => {
    const answer = vi.fn()
    const event = { preventDefault: vi.fn() }
    app.electron.app.emit('login', event, null, {}, asked, answer)
    return { answer, event }
  }
  return { ...app, request }
}

test('the page is asked for a proxy’s password once for all requests, which all get the answer', async () => {
  const { window, ask, request } = await start()
  expect(await ask('proxy:read')).toBeNull()
  const [one, other] = [request(), request()]
  expect(one.event.preventDefault).toHaveBeenCalledOnce()
  expect(window.webContents.sent).toContainEqual({ channel: 'proxy:asks', data: 'proxy.example:3128' })
  // Also of a page that was not there yet.
  expect(await ask('proxy:read')).toBe('proxy.example:3128')
  await ask('proxy:answer', login)
  for (const { answer } of [one, other]) expect(answer).toHaveBeenCalledExactlyOnceWith('ada', 'secret')
  expect(await ask('proxy:read')).toBeNull()
})

test('the updater, whose session is its own, gets the password that was given, and only once', async () => {
  const updater = new FakeUpdater()
  const { ask, electron } = await startTestApp({ updater })
  await vi.waitFor(() => expect(updater.checks).toBe(1))
  const asking = (asked: object = proxy) => {
    const answer = vi.fn()
    updater.emit('login', asked, answer)
    return answer
  }
  electron.app.emit('login', { preventDefault: vi.fn() }, null, {}, proxy, vi.fn())
  await ask('proxy:answer', login)
  expect(asking()).toHaveBeenCalledExactlyOnceWith('ada', 'secret')
  // It was wrong.
  expect(asking()).not.toHaveBeenCalled()
  expect(await ask('proxy:read')).toBe('proxy.example:3128')
  await ask('proxy:answer', login)
  expect(asking({ ...proxy, host: 'evil.example' })).not.toHaveBeenCalledWith('ada', 'secret')
})

test('a wrong password is asked for again', async () => {
  const { ask, request } = await start()
  request()
  await ask('proxy:answer', login)
  const { answer } = request()
  expect(answer).not.toHaveBeenCalled()
  expect(await ask('proxy:read')).toBe('proxy.example:3128')
})

test('a cancelled question cancels its requests and the later ones', async () => {
  const { ask, request } = await start()
  const { answer } = request()
  await ask('proxy:answer', null)
  expect(answer).toHaveBeenCalledExactlyOnceWith(undefined, undefined)
  expect(request().answer).toHaveBeenCalledOnce()
  expect(await ask('proxy:read')).toBeNull()
})

test.each([
  ['a website', { ...proxy, isProxy: false }],
  ['another proxy', { ...proxy, host: 'evil.example' }],
])('%s that asks meanwhile never gets the password of the proxy', async (_, asked) => {
  const { ask, request } = await start()
  request()
  const { answer } = request(asked)
  expect(answer).toHaveBeenCalledExactlyOnceWith()
  await ask('proxy:answer', login)
  expect(answer).toHaveBeenCalledOnce()
})

test.each([
  ['refuses with an error', async () => Promise.reject(new Error('net::ERR_TUNNEL_CONNECTION_FAILED'))],
  ['answers itself', async () => new Response(null, { status: 407 })],
])('when a proxy %s, checking an address opens the question, also after a "Cancel"', async (_, fetch) => {
  const { electron, ask, request } = await start()
  request()
  await ask('proxy:answer', null)
  electron.net.fetch = fetch
  const checked = await ask('connection:check', { address: 'gifts.example' })
  expect(checked).toMatchObject({ found: false, reason: expect.stringMatching(/enter it in the dialog/) })
  const [only] = electron.net.requests
  expect(only).toMatchObject({ address: 'https://gifts.example/config.json', isSent: true })
  const answer = vi.fn()
  only?.emit('login', proxy, answer)
  expect(await ask('proxy:read')).toBe('proxy.example:3128')
  await ask('proxy:answer', login)
  expect(answer).toHaveBeenCalledExactlyOnceWith('ada', 'secret')
  only?.emit('response')
  expect(only?.isAborted).toBe(true)
  only?.emit('error', new Error('net::ERR_ABORTED'))
})

test('other failures of a check ask for no password', async () => {
  const { electron, ask } = await start()
  await ask('connection:check', { address: 'gifts.example' })
  expect(electron.net.requests).toEqual([])
})

test('no name and no password is written to the disk', async () => {
  const { ask, request, userData } = await start()
  request()
  await ask('proxy:answer', { name: 'ada-of-the-proxy', password: 'secret-of-the-proxy' })
  for (const entry of await readdir(userData, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    expect(await readFile(join(entry.parentPath, entry.name), 'latin1')).not.toMatch(/of-the-proxy/)
  }
})

const certificates = [
  { subjectName: 'Ada Byron', issuerName: 'Gifts Ltd' },
  { subjectName: 'Sales', issuerName: 'Gifts Ltd' },
]

test.each([
  ['Sales (Gifts Ltd)', certificates[1]],
  ['None', null],
])('a certificate is presented only when it is chosen: %s', async (button, expected) => {
  const { electron } = await startTestApp()
  const { isPrevented, answer } = electron.app.askForCertificate(certificates)
  expect(isPrevented).toBe(true)
  await electron.dialog.press(button)
  expect(await answer).toBe(expected)
})
