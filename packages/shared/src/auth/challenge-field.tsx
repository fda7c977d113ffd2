import type { RefCallback } from 'react'

/** The place of the CAPTCHA in a form; hidden until it is shown. */
export function ChallengeField({ place }: { readonly place: RefCallback<HTMLElement> }) {
  return <div ref={place} hidden />
}
