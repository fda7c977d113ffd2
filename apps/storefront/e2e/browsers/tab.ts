import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type * as TestingLibrary from '@testing-library/dom'

import { expect } from '../support/giftwell.ts'
import type { DrivenBrowser } from './webdriver.ts'

/** Elements of a page by role and name, located at each use. */
export interface Part {
  /** Elements inside by role, or by label (`label`), and by their whole accessible name. */
  get(kind: string, name?: string | RegExp): Part
  /** Runs a function in the page for each of the elements and returns the results. */
  read<T>(callback: (element: HTMLElement) => T): Promise<T[]>
  count(): Promise<number>
  /** The texts of all, joined. */
  text(): Promise<string>
  isFocused(): Promise<boolean>
  /** Clicks the first one, or the label of a visually hidden field, as soon as it is there and can be clicked. */
  click(): Promise<void>
  /** Replaces the text of the first one; in a file input, the path of a file. */
  fill(text: string): Promise<void>
}

/** The page of a driven browser. */
export interface Tab extends Pick<Part, 'get'> {
  /** Opens a path of the site and waits for its hydration. */
  open(path: string): Promise<void>
  /** Runs a function in the page and returns its result. */
  evaluate<T>(run: (text: string) => T, text?: string): Promise<T>
  url(): Promise<string>
  /** Presses keys together: `Tab`, `Control+k`. */
  press(keys: string): Promise<void>
  type(text: string): Promise<void>
  /** Presses Tab until an element has the focus. @throws when it never gets it */
  tabTo(part: Part): Promise<void>
  screenshot(): Promise<Buffer>
}

interface Step {
  readonly kind: string
  readonly name?: string | undefined
  /** The source of a regular expression in place of a name. */
  readonly pattern?: string | undefined
}

/** Finds elements as component tests do. Each document needs it once. */
const library = readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)
const addFinder = `window.findSteps = (() => { const exports = {}, module = {}; ${library}
  return (steps) => (${String(findSteps)})(exports, steps) })()`

/** The name of an element's reference in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
/** What a pointer reaches of the first element: WebDriver cannot click a visually hidden field. */
const clickable = `(found[0]?.matches('.visually-hidden') ? found[0].labels?.[0] : found[0])`
const polling = { timeout: 10_000, intervals: [50, 100] }

const codes: Readonly<Record<string, string>> = {
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

export function createTab({ send }: DrivenBrowser, baseUrl: string): Tab {
  async function execute<T>(script: string, args: readonly unknown[]): Promise<T> {
    // What the script returns, as JSON.
    return (await send('ExecuteScript', { script, args })) as T
  }

  const evaluate: Tab['evaluate'] = (run, text = '') =>
    execute(`return (${String(run)})(arguments[0])`, [text])

  async function press(keys: string) {
    const values = keys.split('+').map((key) => codes[key] ?? key)
    const down = values.map((value) => ({ type: 'keyDown', value }))
    const up = values.toReversed().map((value) => ({ type: 'keyUp', value }))
    await send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions: [...down, ...up] }] })
  }

  function createPart(steps: readonly Step[]): Part {
    /** Evaluates an expression in the page, where `found` are the elements. */
    const evaluate = async <T>(expression: string) => {
      const script = `return window.findSteps && { value: ((found) => ${expression})(window.findSteps(arguments[0])) }`
      const first = await execute<{ value: T } | null>(script, [steps])
      if (first !== null) return first.value
      await execute(addFinder, [])
      return (await execute<{ value: T }>(script, [steps])).value
    }
    /** Acts on the first element, and retries until it works. */
    const act = (action: (id: string) => Promise<unknown>, expression = 'found[0]') =>
      expect(async () => {
        // WebKit itself does not scroll a box inside the page.
        const scroll = `found[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })`
        const first = await evaluate<{ [elementKey]: string } | null>(`(${scroll}, ${expression} ?? null)`)
        if (first === null) throw new Error(`There is no ${describeSteps(steps)}.`)
        await action(first[elementKey])
      }).toPass(polling)
    const read: Part['read'] = (callback) => evaluate(`found.map(${String(callback)})`)
    return {
      read,
      get: (kind, name) =>
        createPart([...steps, name instanceof RegExp ? { kind, pattern: name.source } : { kind, name }]),
      count: async () => (await read(() => null)).length,
      text: async () => (await read((element) => element.innerText)).join('\n'),
      isFocused: async () => (await read((element) => element === document.activeElement)).includes(true),
      click: () => act((id) => send('ElementClick', { id }), clickable),
      fill: (text) =>
        act(async (id) => {
          const isFile = await execute(`return arguments[0].type === 'file'`, [{ [elementKey]: id }])
          if (isFile !== true) await send('ElementClear', { id })
          await send('ElementSendKeys', { id, text })
        }),
    }
  }

  return {
    get: createPart([]).get,
    evaluate,
    press,
    async open(path) {
      await send('Navigate', { url: new URL(path, baseUrl).href })
      const isHydrated = () =>
        evaluate(
          () =>
            document.getElementById('rendered-page') === null ||
            'hydrated' in document.documentElement.dataset,
        )
      await expect.poll(isHydrated, { ...polling, message: 'hydration' }).toBe(true)
    },
    url: () => evaluate(() => location.href),
    async type(text) {
      for (const letter of text) await press(letter)
    },
    async tabTo(part) {
      for (let presses = 0; presses < 80; presses += 1) {
        if (await part.isFocused()) return
        await press('Tab')
      }
      throw new Error('Tab does not lead there.')
    },
    async screenshot() {
      // A PNG in base64, by WebDriver.
      return Buffer.from((await send('TakeScreenshot', { full: false })) as string, 'base64')
    },
  }
}

/** Runs in the page. */
function findSteps(library: typeof TestingLibrary, steps: readonly Step[]): HTMLElement[] {
  let found = [document.body]
  for (const { kind, name, pattern } of steps) {
    const matcher = pattern === undefined ? name : new RegExp(pattern)
    found = found.flatMap((within) => {
      if (kind === 'label') return library.queryAllByLabelText(within, matcher ?? '')
      return library.queryAllByRole(within, kind, matcher === undefined ? {} : { name: matcher })
    })
  }
  return found
}

function describeSteps(steps: readonly Step[]): string {
  return steps
    .map(({ kind, name, pattern }) => `${kind} ${pattern === undefined ? (name ?? '') : `/${pattern}/`}`)
    .toReversed()
    .join(' in ')
}
