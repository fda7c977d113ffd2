import type { RefCallback } from 'react'

/**
 * A field that nobody sees, hears or reaches with the keyboard, and that browsers and password managers are asked to
 * leave alone. Programs that fill in whatever they find fill it in.
 */
export function TrapField({ trap }: { readonly trap: RefCallback<HTMLInputElement> }) {
  return (
    <div className="visually-hidden" aria-hidden>
      <input
        ref={trap}
        type="text"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        defaultValue=""
        data-1p-ignore
        data-bwignore
        data-lpignore="true"
      />
    </div>
  )
}
