import type { RefCallback } from 'react'

/**
 * A honeypot: hidden from sight, assistive technology, keyboard, autofill and password managers, so only programs that
 * fill in every field fill it in.
 */
export function HoneypotField({ trap }: { readonly trap: RefCallback<HTMLInputElement> }) {
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
