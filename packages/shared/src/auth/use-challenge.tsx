import { type RefCallback, useCallback, useRef } from 'react'
import type { BackendConfig } from '../kernel/backend-config.ts'
import { useBackend } from '../kernel/backend-context.ts'
import { usePlatform } from '../platform/platform.ts'
import type { TurnstileWidget } from './turnstile-widget.ts'

/** The purpose of a form, which decides whether it needs a captcha. */
export type ChallengedPurpose = 'sign-in' | 'account' | 'inquiry'

/** The captcha of a form; passes without a token when none is required. */
export interface Challenge {
  /** The ref of the captcha's container; the captcha loads when a field of the form gets the focus. */
  readonly container: RefCallback<HTMLElement>
  /** The captcha token, an empty proof when none is required, or a sentence for the user on failure. */
  prove(): Promise<{ readonly proof: readonly [token?: string] } | { readonly problem: string }>
}

const problem =
  'We could not check that you are a person: challenges.cloudflare.com was not reached. Nothing you typed is lost; try again in a moment.'

/** The captcha of a form. Requires one only where the site has a Turnstile key and the purpose needs it. */
export function useChallenge(purpose: ChallengedPurpose): Challenge {
  const { config } = useBackend()
  const { siteOrigin } = usePlatform()
  const siteKey = siteKeyFor(purpose, config, siteOrigin)
  const element = useRef<HTMLElement>(null)
  const widget = useRef<Promise<TurnstileWidget>>(null)

  const shown = useCallback((key: string): Promise<TurnstileWidget> => {
    widget.current ??= show(element.current, key).catch((error: unknown) => {
      widget.current = null
      throw error
    })
    return widget.current
  }, [])

  const container = useCallback(
    (node: HTMLElement | null) => {
      element.current = node
      if (node === null || siteKey === undefined) return undefined
      const form = node.closest('form')
      const begin = () => void shown(siteKey).catch(() => undefined)
      form?.addEventListener('focusin', begin, { once: true })
      return () => {
        form?.removeEventListener('focusin', begin)
        void widget.current?.then((gone) => gone.remove()).catch(() => undefined)
        widget.current = null
        element.current = null
      }
    },
    [shown, siteKey],
  )

  async function prove() {
    if (siteKey === undefined) return { proof: [] as const }
    try {
      return { proof: [await (await shown(siteKey)).token()] as const }
    } catch (error) {
      console.error('The captcha failed', error)
      return { problem }
    }
  }

  return { container, prove }
}

async function show(element: HTMLElement | null, siteKey: string): Promise<TurnstileWidget> {
  if (element === null) throw new Error('The form is gone')
  const { showTurnstile } = await import('./turnstile-widget.ts')
  return showTurnstile(element, siteKey)
}

/**
 * Our own server requires a captcha to sign up, reset a password or inquire; a hosted project requires it for all of Auth
 * but not for inquiries (docs/decisions/31).
 */
function siteKeyFor(
  purpose: ChallengedPurpose,
  { supabaseUrl, turnstileSiteKey }: BackendConfig,
  siteOrigin: string,
): string | undefined {
  const isOwn = supabaseUrl === '' || supabaseUrl === siteOrigin
  const isRequired = { account: true, 'sign-in': !isOwn, inquiry: isOwn }[purpose]
  return isRequired ? turnstileSiteKey : undefined
}

/** The container of the CAPTCHA in a form; hidden until it is shown. */
export function ChallengeField({ container }: { readonly container: RefCallback<HTMLElement> }) {
  return <div ref={container} hidden />
}
