import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type Call, calls, type Handlers } from '../ipc/contract.ts'
import { createFakeElectron, electronParts } from '../testing/fake-electron.ts'
import { createTestLog } from '../testing/test-log.ts'
import { readSiteAddress } from './connection/create-connection.ts'
import { registerCalls } from './register-calls.ts'
import { findBounds, windowBounds } from './main-window.ts'

/** The same values in every run; fast-check names the seed and the smallest value that fails. */
const runs = { seed: 20_261_121, numRuns: 300 }

const names: fc.Arbitrary<Call> = fc.constantFrom(...(Object.keys(calls) as Call[]))
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '__proto__', '../x', 'session', 'offline'),
)

/** Nearly valid messages of the page, and arbitrary ones. */
const message = fc.oneof(
  fc.anything({ withTypedArray: true, withMap: true, withDate: true, withBigInt: true, maxDepth: 2 }),
  fc.record(
    {
      area: text,
      key: text,
      value: text,
      address: fc.oneof(fc.webUrl(), text),
      what: fc.oneof(fc.constant('image'), text),
      paths: fc.array(text, { maxLength: 3 }),
      name: text,
      bytes: fc.oneof(fc.uint8Array({ maxLength: 9 }), text),
      leads: fc.array(fc.record({ id: fc.oneof(fc.uuid(), text), name: text, company: text }), {
        maxLength: 2,
      }),
      supabaseUrl: fc.oneof(fc.webUrl(), text),
      supabaseKey: text,
      siteOrigin: fc.oneof(fc.webUrl(), text),
    },
    { requiredKeys: [] },
  ),
)

describe('a message of the page', () => {
  test('is either parsed by its schema or refused with a sentence', async () => {
    const fake = createFakeElectron()
    const electron = electronParts(fake)
    const page = new electron.BrowserWindow({}).webContents
    const handled: [Call, unknown][] = []
    const handlers = Object.fromEntries(
      (Object.keys(calls) as Call[]).map((call) => [
        call,
        async (input: unknown) => {
          handled.push([call, input])
        },
      ]),
      // Built from the contract's own list; what they answer does not matter here.
    ) as unknown as Handlers
    registerCalls({ ipcMain: electron.ipcMain, ourPage: () => page, handlers, log: createTestLog() })
    const us = { page, url: 'giftwell-app://app/admin' }
    await fc.assert(
      fc.asyncProperty(names, message, async (call, input) => {
        handled.length = 0
        const sentence: unknown = await fake.ipcMain.invoke(us, call, input).then(
          () => null,
          (error: unknown) => String(error),
        )
        expect(sentence ?? '').toMatch(
          /^$|: Error: (The app was asked for something|Something went wrong in the app)/,
        )
        const read = calls[call].input.safeParse(input)
        expect(handled).toEqual(read.success ? [[call, read.data]] : [])
      }),
      runs,
    )
  })
})

describe('the position of the window', () => {
  const screen = fc.record({
    x: fc.integer({ min: -8000, max: 8000 }),
    y: fc.integer({ min: -8000, max: 8000 }),
    width: fc.integer({ min: 320, max: 8000 }),
    height: fc.integer({ min: 240, max: 8000 }),
  })
  const stored = fc.oneof(
    fc.jsonValue(),
    fc.record({
      x: fc.oneof(fc.integer({ min: -9000, max: 9000 }), fc.double()),
      y: fc.integer({ min: -9000, max: 9000 }),
      width: fc.integer({ min: -10, max: 9000 }),
      height: fc.integer({ min: -10, max: 9000 }),
      isMaximized: fc.boolean(),
    }),
  )

  test('is inside a screen for every stored position', () => {
    fc.assert(
      fc.property(stored, screen, fc.array(screen, { maxLength: 2 }), (given, main, others) => {
        const read = windowBounds.safeParse(given)
        const bounds = findBounds(read.success ? read.data : null, [main, ...others])
        const holds = [main, ...others].some(
          ({ x, y, width, height }) =>
            bounds.x >= x &&
            bounds.y >= y &&
            bounds.x + bounds.width <= x + width &&
            bounds.y + bounds.height <= y + height,
        )
        expect(holds).toBe(true)
      }),
      runs,
    )
  })
})

test('a typed address is a safe website or a sentence', () => {
  const typed = fc.oneof(
    text,
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .array(
        fc.constantFrom(
          'http',
          'https',
          'javascript',
          ':',
          '//',
          '/',
          '\\',
          'localhost',
          '127.0.0.1',
          '@',
          '[::1]',
          'a.example',
          ' ',
          ':80',
        ),
        { maxLength: 7 },
      )
      .map((parts) => parts.join('')),
  )
  const property = fc.property(typed, (given) => {
    const read = readSiteAddress(given)
    if ('reason' in read) return read.reason.endsWith('.')
    const { protocol, hostname, origin } = new URL(read.origin)
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    return read.origin === origin && (protocol === 'https:' || isLocal)
  })
  expect(fc.check(property, { ...runs, numRuns: 1000 }).counterexample).toBeNull()
})
