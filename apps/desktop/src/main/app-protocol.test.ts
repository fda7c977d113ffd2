import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { expect, test, vi } from 'vitest'

import type { Connection } from '../ipc/contract.ts'
import { createFakeElectron } from '../testing/fake-electron.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { problemAddress, registerAppScheme, serveApp, contentSecurityPolicy } from './app-protocol.ts'

async function start() {
  const parent = await temporaryFolder()
  const folder = join(parent, 'renderer')
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(parent, 'secret.js'), 'secret')
  await writeFile(join(folder, 'index.html'), '<p>the page</p>')
  await writeFile(join(folder, 'assets/index.js'), 'code()')
  await writeFile(join(folder, 'assets/index.css'), 'p {}')
  await writeFile(join(folder, 'assets/compressed.js.gz'), gzipSync('compressed()'))
  await writeFile(join(folder, 'assets/font.woff2'), 'font')
  await writeFile(join(folder, 'assets/font.ttf'), 'font')
  await writeFile(join(folder, 'assets/odd.xyz'), 'odd')

  const electron = createFakeElectron()
  let connection: Connection | null = null
  serveApp(electron.protocol, { folder, readConnection: () => connection })
  return {
    folder,
    ask: async (path: string, method?: string) => electron.request(`giftwell-app://app${path}`, method),
    connect: (made: Connection) => void (connection = made),
  }
}

test('a font that is not packed comes from the site of the connection, and nothing else does', async () => {
  const { ask, connect } = await start()
  const asked = vi.fn(async (address: string) =>
    address.endsWith('/fonts/tamil.woff') ? new Response('a font') : new Response(null, { status: 404 }),
  )
  vi.stubGlobal('fetch', asked)
  expect((await ask('/fonts/tamil.woff')).status, 'without a connection').toBe(404)
  connect({ supabaseUrl: 'https://api.example', supabaseKey: 'key', siteOrigin: 'https://gifts.example' })
  const font = await ask('/fonts/tamil.woff')
  expect([font.status, font.headers.get('content-type'), await font.text()]).toEqual([
    200,
    'font/woff',
    'a font',
  ])
  expect((await ask('/fonts/none.woff')).status).toBe(404)
  for (const path of ['/assets/none.js', '/fonts/tamil.js', '/fonts/a/b.woff', '/fonts/%2e%2e/b.woff'])
    expect((await ask(path)).status, path).toBe(404)
  expect(asked.mock.calls.map(([address]) => address)).toEqual([
    'https://gifts.example/fonts/tamil.woff',
    'https://gifts.example/fonts/none.woff',
  ])
  vi.unstubAllGlobals()
})

test('the scheme is a standard origin without extra privileges', () => {
  const electron = createFakeElectron()
  registerAppScheme(electron.protocol)
  expect(electron.schemes).toEqual([
    {
      scheme: 'giftwell-app',
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        codeCache: true,
        allowServiceWorkers: false,
        bypassCSP: false,
        corsEnabled: false,
      },
    },
  ])
})

test.each(['/', '/admin', '/admin/leads?search=x', '/settings'])(
  '%s is drawn by the one page',
  async (path) => {
    const { ask } = await start()
    const answer = await ask(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toBe('<p>the page</p>')
  },
)

test.each([
  ['index.js', 'text/javascript; charset=utf-8', 'code()'],
  ['compressed.js', 'text/javascript; charset=utf-8', 'compressed()'],
  ['index.css', 'text/css; charset=utf-8', 'p {}'],
  ['font.woff2', 'font/woff2', 'font'],
  ['font.ttf', 'font/ttf', 'font'],
  ['odd.xyz', 'application/octet-stream', 'odd'],
])('%s is served as %s', async (name, type, text) => {
  const { ask } = await start()
  const answer = await ask(`/assets/${name}`)
  expect(answer.headers.get('content-type')).toBe(type)
  expect(await answer.text()).toBe(text)
})

test.each([
  '/assets/missing.js',
  '/assets/',
  '/missing.png',
  '/../secret.js',
  '/%2e%2e/secret.js',
  '/..%2fsecret.js',
])('%s is a 404', async (path) => {
  const { ask } = await start()
  const answer = await ask(path)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toBe('')
})

test('only GET and HEAD are allowed', async () => {
  const { ask } = await start()
  const head = await ask('/admin', 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await ask('/admin', method)
    expect([answer.status, answer.headers.get('allow')], method).toEqual([405, 'GET, HEAD'])
  }
})

test.each([
  ['/', 'GET'],
  ['/assets/index.js', 'GET'],
  ['/assets/missing.js', 'GET'],
  ['/problem', 'GET'],
  ['/', 'POST'],
])('%s (%s) has the security headers', async (path, method) => {
  const { ask } = await start()
  const { headers } = await ask(path, method)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': contentSecurityPolicy(null),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
  })
})

test('the policy follows the current connection', async () => {
  const { ask, connect } = await start()
  const connection = {
    supabaseUrl: 'https://demo.supabase.co',
    supabaseKey: 'key',
    siteOrigin: 'https://gifts.example',
  }
  connect(connection)
  const answer = await ask('/admin')
  expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy(connection))
})

test('the error page needs no script or file and links to the start', async () => {
  const electron = createFakeElectron()
  serveApp(electron.protocol, { folder: '/nowhere', readConnection: () => null })
  const text = await (await electron.request(problemAddress)).text()
  expect(text).toContain('<a href="/">Restart</a>')
  expect(text).not.toMatch(/<script|\son\w+=|javascript:|https?:/)
})

test('a missing index.html shows the error page', async () => {
  const electron = createFakeElectron()
  serveApp(electron.protocol, { folder: '/nowhere', readConnection: () => null })
  const answer = await electron.request('giftwell-app://app/admin')
  expect(await answer.text()).toContain('Something went wrong')
})
