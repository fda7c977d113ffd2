import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test'

/** A fault of the network or of a proxy. */
interface Fault {
  readonly name: string
  meet(route: Route): Promise<unknown>
}

const portal = '<!doctype html><title>Wireless network</title><p>Please accept our terms.</p>'

/** All faults. Each replaces a response of the site. */
const allFaults: readonly Fault[] = [
  { name: 'fails', meet: (route) => route.abort('connectionreset') },
  { name: 'hangs', meet: () => Promise.resolve() },
  {
    name: 'is answered by a proxy’s page',
    meet: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: portal }),
  },
  {
    name: 'is cut off',
    meet: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '[{"id": "' }),
  },
  {
    name: 'is answered by a gateway’s error page',
    meet: (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Server Error</h1>' }),
  },
  {
    name: 'is answered with another form',
    meet: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"odd":true}' }),
  },
]

/** Two of them, or all in `npm run test:full`. */
const faults = process.env['TEST_FULL'] === '1' ? allFaults : allFaults.slice(0, 2)

/** A request of a flow, the message after a fault, and the checks that input was kept and that a retry works. */
export interface Flow {
  /** Selects the requests that fail. */
  readonly isMet: (request: Request) => boolean
  /** Makes the request, again after each fault; or the path of the page that makes it when it is opened. */
  readonly act: string | (() => Promise<unknown>)
  /** The message. */
  readonly said: Locator
  /** Checks the input, with the timeout of `within` where the message may disappear soon. */
  readonly unchanged?: (within: { timeout?: number }) => Promise<unknown>
  /** Checks that it works in the end. */
  readonly works: () => Promise<unknown>
  /** How often the request is sent before the message is shown. */
  readonly tries?: number
  /** Faults that look like a valid response. */
  readonly without?: readonly string[]
}

const everyAnswer = 31_000
const everyWait = 2_500
/** Shorter than a message stays that a refetch removes. */
const shortWait = 1_000
/** The polling interval in milliseconds. The page's own timers follow its fake clock. */
const often = [50]
/** How long to wait for the message, in milliseconds, before the clock is advanced again: it may disappear soon. */
const soon = 300

/**
 * Takes a flow through every fault and then to its end. The page's clock must be installed: it is advanced while a request
 * hangs or waits for a retry.
 */
export async function expectRecovery(page: Page, flow: Flow): Promise<void> {
  const { isMet, said, unchanged, works, tries = 1, without = [] } = flow
  const act = () => (typeof flow.act === 'string' ? page.goto(flow.act) : flow.act())
  for (const fault of faults.filter(({ name }) => !without.includes(name))) {
    let met = 0
    const meet = async (route: Route) => {
      if (!isMet(route.request())) return route.fallback()
      met += 1
      await fault.meet(route)
      return undefined
    }
    // The previous page keeps retrying; its requests must not count for the new one.
    if (typeof flow.act === 'string') await page.goto('about:blank')
    await page.route(/./, meet)
    await act()
    for (let number = 1; number <= tries; number += 1) {
      await expect
        .poll(() => met, { message: `${fault.name}: request ${number}`, intervals: often })
        .toBeGreaterThanOrEqual(number)
      if (fault.name === 'hangs') await page.clock.fastForward(everyAnswer)
      if (number < tries) await putForward(page, `${fault.name}: request ${number + 1}`, () => met > number)
    }
    const isSaid = async (within: { timeout?: number } = {}) => {
      await expect(said, `${fault.name}: the message`).toBeVisible(within)
      await expect(said, `${fault.name}: without technical terms`).not.toContainText(
        /<|SyntaxError|JSON|undefined/,
        within,
      )
      await unchanged?.(within)
    }
    // Queries are refetched by themselves.
    if (tries > 1) {
      await expect(async () => {
        await isSaid({ timeout: soon }).catch(async (error: unknown) => {
          await page.clock.fastForward(fault.name === 'hangs' ? everyAnswer : shortWait)
          throw error
        })
      }).toPass({ intervals: often })
    } else {
      await isSaid()
    }
    await page.unroute(/./, meet)
    await closeMessages(page)
  }
  await act()
  await works()
}

/** Advances the clock in steps until a condition holds: a retry is scheduled only when the attempt before has ended. */
async function putForward(page: Page, message: string, isSo: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(everyWait)
        return isSo()
      },
      { message, intervals: often },
    )
    .toBe(true)
}

async function closeMessages(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Close notification' })
  await expect(async () => {
    // A toast may be replaced by another meanwhile.
    if ((await close.count()) > 0) await close.first().click({ timeout: 2000 })
    await expect(close).toHaveCount(0, { timeout: 100 })
  }).toPass()
}

/** Requests of a method to a path of the API. */
export function to(method: string, path: string): Flow['isMet'] {
  return (request) => request.method() === method && new URL(request.url()).pathname.endsWith(path)
}
