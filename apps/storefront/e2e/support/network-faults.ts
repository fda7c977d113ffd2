import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test'

/** A fault of the network or of a proxy. */
interface Fault {
  readonly name: string
  apply(route: Route): Promise<unknown>
}

const portal = '<!doctype html><title>Wireless network</title><p>Please accept our terms.</p>'

/** All faults. Each replaces a response of the site. */
const allFaults: readonly Fault[] = [
  { name: 'fails', apply: (route) => route.abort('connectionreset') },
  { name: 'hangs', apply: () => Promise.resolve() },
  {
    name: 'is answered by a proxy’s page',
    apply: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: portal }),
  },
  {
    name: 'is cut off',
    apply: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '[{"id": "' }),
  },
  {
    name: 'is answered by a gateway’s error page',
    apply: (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Server Error</h1>' }),
  },
  {
    name: 'is answered with another form',
    apply: (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"odd":true}' }),
  },
]

/** Two of them, or all in `npm run test:full`. */
const faults = process.env['TEST_FULL'] === '1' ? allFaults : allFaults.slice(0, 2)

/** A request of a flow, the message after a fault, and the checks that input was not lost and that a retry works. */
export interface Flow {
  /** Selects the requests that fail. */
  readonly fails: (request: Request) => boolean
  /** Makes the request, again after each fault; or the path of the page that makes it when it is opened. */
  readonly act: string | (() => Promise<unknown>)
  /** The message. */
  readonly message: Locator
  /** Checks the input, with the timeout of `within` where the message may disappear soon. */
  readonly unchanged?: (within: { timeout?: number }) => Promise<unknown>
  /** Checks that it works in the end. */
  readonly works: () => Promise<unknown>
  /** How often the request is sent before the message is shown. */
  readonly tries?: number
  /** Faults that look like a valid response. */
  readonly without?: readonly string[]
}

const pastTimeoutMs = 31_000
const clockStepMs = 2_500
/** Shorter than a message stays that a refetch removes. */
const shortClockStepMs = 1_000
/** The polling interval in milliseconds. The page's own timers follow its fake clock. */
const intervals = [50]
/** How long to wait for the message, in milliseconds, before the clock is advanced again: it may disappear soon. */
const messageTimeoutMs = 300

/**
 * Takes a flow through every fault and then to its end. The page's clock must be installed: it is advanced while a request
 * hangs or waits for a retry.
 */
export async function expectRecovery(page: Page, flow: Flow): Promise<void> {
  const { fails, message, unchanged, works, tries = 1, without = [] } = flow
  const act = () => (typeof flow.act === 'string' ? page.goto(flow.act) : flow.act())
  for (const fault of faults.filter(({ name }) => !without.includes(name))) {
    let failed = 0
    const handler = async (route: Route) => {
      if (!fails(route.request())) return route.fallback()
      failed += 1
      await fault.apply(route)
      return undefined
    }
    // The previous page keeps retrying; its requests must not count for the new one.
    if (typeof flow.act === 'string') await page.goto('about:blank')
    await page.route(/./, handler)
    await act()
    for (let number = 1; number <= tries; number += 1) {
      await expect
        .poll(() => failed, { message: `${fault.name}: request ${number}`, intervals })
        .toBeGreaterThanOrEqual(number)
      if (fault.name === 'hangs') await page.clock.fastForward(pastTimeoutMs)
      if (number < tries)
        await advanceClock(page, `${fault.name}: request ${number + 1}`, () => failed > number)
    }
    const expectMessage = async (within: { timeout?: number } = {}) => {
      await expect(message, `${fault.name}: the message`).toBeVisible(within)
      await expect(message, `${fault.name}: without technical terms`).not.toContainText(
        /<|SyntaxError|JSON|undefined/,
        within,
      )
      await unchanged?.(within)
    }
    // Queries are refetched by themselves.
    if (tries > 1) {
      await expect(async () => {
        await expectMessage({ timeout: messageTimeoutMs }).catch(async (error: unknown) => {
          await page.clock.fastForward(fault.name === 'hangs' ? pastTimeoutMs : shortClockStepMs)
          throw error
        })
      }).toPass({ intervals })
    } else {
      await expectMessage()
    }
    await page.unroute(/./, handler)
    await closeMessages(page)
  }
  await act()
  await works()
}

/** Advances the clock in steps until a condition holds: a retry is scheduled only when the attempt before has ended. */
async function advanceClock(page: Page, message: string, isDone: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(clockStepMs)
        return isDone()
      },
      { message, intervals },
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
export function to(method: string, path: string): Flow['fails'] {
  return (request) => request.method() === method && new URL(request.url()).pathname.endsWith(path)
}
