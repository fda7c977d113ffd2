import type { RefCallback } from 'react'

/** Where the check that somebody is a person appears in a form; nothing is to be seen of it until then. */
export function ChallengeField({ place }: { readonly place: RefCallback<HTMLElement> }) {
  return <div ref={place} hidden />
}
