import { withTimeout } from '../kernel/with-timeout.ts'

/** Cloudflare's CAPTCHA in a page. */
export interface TurnstileWidget {
  /** A token that has not been used yet; waits for the person where the check asks for a click. */
  token(): Promise<string>
  remove(): void
}

/** The used part of Cloudflare's script. */
interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      readonly sitekey: string
      readonly size: 'flexible'
      readonly callback: (token: string) => void
      readonly 'expired-callback': () => void
      readonly 'error-callback': () => boolean
    },
  ): string
  reset(widget: string): void
  remove(widget: string): void
}

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
/** Milliseconds for the script to arrive, and for a person to answer. */
const timeoutsMs = { script: 15_000, person: 120_000 }

const tooLong = 'The check took too long'

let loading: Promise<Turnstile> | undefined

/**
 * Shows the check in an element.
 * @throws Error when its script does not load in time; the next call tries again
 */
export async function showTurnstile(container: HTMLElement, siteKey: string): Promise<TurnstileWidget> {
  loading ??= loadTurnstile().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  const turnstile = await loading
  let token: string | null = null
  let isSpent = false
  let waiting: PromiseWithResolvers<string> | null = null
  container.hidden = false
  const widget = turnstile.render(container, {
    sitekey: siteKey,
    size: 'flexible',
    callback: (earned) => {
      token = earned
      waiting?.resolve(earned)
    },
    // Cloudflare renews it automatically.
    'expired-callback': () => {
      token = null
    },
    'error-callback': () => {
      isSpent = true
      waiting?.reject(new Error('The check failed'))
      return true
    },
  })
  return {
    async token() {
      if (token === null) {
        if (isSpent) turnstile.reset(widget)
        waiting = Promise.withResolvers<string>()
        await withTimeout(waiting.promise, timeoutsMs.person, tooLong)
      }
      const earned = token ?? ''
      token = null
      isSpent = true
      waiting = null
      return earned
    },
    remove() {
      turnstile.remove(widget)
      container.hidden = true
    },
  }
}

async function loadTurnstile(): Promise<Turnstile> {
  const script = document.createElement('script')
  script.src = address
  script.async = true
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => reject(new Error('The check was not loaded')))
  })
  document.head.append(script)
  try {
    await withTimeout(loaded, timeoutsMs.script, tooLong)
    // The script makes this name.
    const { turnstile } = window as { turnstile?: Turnstile }
    if (turnstile === undefined) throw new Error('The check was not loaded')
    return turnstile
  } catch (error) {
    script.remove()
    throw error
  }
}
