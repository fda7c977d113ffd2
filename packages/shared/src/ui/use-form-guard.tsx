import { type RefCallback, useCallback, useRef } from 'react'

/** A honeypot field and a minimum fill time, against bots. */
export interface FormGuard {
  /** For the field that people do not see; the form is in sight from the moment that the field is there. */
  readonly trap: RefCallback<HTMLInputElement>
  /**
   * Waits out the shortest time that filling in takes. Answers false when the trap was filled in, and empties it:
   * should a browser have done that, the next try of the person succeeds.
   */
  pass(): Promise<boolean>
}

/** The guard of one form. */
export function useFormGuard(): FormGuard {
  const field = useRef<HTMLInputElement>(null)
  const inSightSince = useRef<number>(null)

  const trap = useCallback((node: HTMLInputElement | null) => {
    field.current = node
    if (node !== null) inSightSince.current ??= performance.now()
  }, [])

  async function pass(): Promise<boolean> {
    if (field.current !== null && field.current.value !== '') {
      field.current.value = ''
      return false
    }
    const left = fillTimeLeft(performance.now() - (inSightSince.current ?? performance.now()))
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
    return true
  }

  return { trap, pass }
}

/**
 * Minimum milliseconds between showing a form and sending it. People are slower unless the browser autofills; then the form
 * waits for the remaining time.
 */
export const minFillTimeMs = 2000

/** Milliseconds to wait before sending a form that has been visible for `visibleMs` milliseconds. */
export function fillTimeLeft(visibleMs: number): number {
  return Math.min(minFillTimeMs, Math.max(0, minFillTimeMs - visibleMs))
}

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
