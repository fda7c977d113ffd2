import { useEffect, useLayoutEffect, useState } from 'react'

import type { LateCode } from './late-code.ts'

/** How far some late code has come. */
export interface LateState<Code> {
  /** Present from the first rendering where it has been loaded ahead. */
  readonly code: Code | undefined
  readonly hasFailed: boolean
  tryAgain(): void
}

/**
 * The code, which is loaded as soon as it is wanted. When it does not come, for want of a network, it is tried again by
 * a press, or by itself once the network is back.
 */
export function useLateCode<Code>(late: LateCode<Code>, isWanted = true): LateState<Code> {
  const [, setArrivals] = useState(0)
  const [attempt, setAttempt] = useState(0)
  const [failedAttempt, setFailedAttempt] = useState(-1)
  const code = late.get()
  const isMissing = isWanted && code === undefined
  const hasFailed = isMissing && failedAttempt === attempt

  useEffect(() => {
    let isAwaited = isMissing
    if (isAwaited) {
      late.load().then(
        () => isAwaited && setArrivals((before) => before + 1),
        (error: unknown) => {
          console.error('A part of the page could not be loaded', error)
          if (isAwaited) setFailedAttempt(attempt)
        },
      )
    }
    return () => {
      isAwaited = false
    }
  }, [late, isMissing, attempt])

  // Before anybody can see that it has failed, so that no return of the network is missed.
  useLayoutEffect(() => {
    if (!hasFailed) return undefined
    const onOnline = () => setAttempt((before) => before + 1)
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [hasFailed])

  return { code, hasFailed, tryAgain: () => setAttempt(attempt + 1) }
}
