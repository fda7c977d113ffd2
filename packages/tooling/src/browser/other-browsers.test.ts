import { expect, test } from 'vitest'

import { ensureOtherBrowsers } from './other-browsers.ts'

test('installs the packages of missing browsers, once, and runs what is there then', async () => {
  const installed: string[] = []
  const logged: string[] = []
  const { found, missing } = await ensureOtherBrowsers({
    log: (line) => logged.push(line),
    find: (browser) => (browser === 'firefox' || installed.includes('xvfb') ? ['/a/program'] : undefined),
    install(packages) {
      installed.push(...packages)
      return Promise.resolve(undefined)
    },
  })
  expect(installed).toEqual(['webkit2gtk-driver', 'xvfb'])
  expect(logged).toHaveLength(1)
  expect({ found, missing }).toEqual({ found: ['firefox', 'webkit'], missing: [] })
})

test('a browser that cannot be installed is named with the reason and the way to get it', async () => {
  const { found, missing } = await ensureOtherBrowsers({
    log: () => {},
    find: (browser) => (browser === 'firefox' ? ['/a/program'] : undefined),
    install: () => Promise.resolve('only root can do that'),
  })
  expect(found).toEqual(['firefox'])
  expect(missing).toEqual([
    'webkit: it is not installed, and only root can do that. On Debian: apt-get install webkit2gtk-driver xvfb',
  ])
})
