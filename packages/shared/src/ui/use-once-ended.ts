import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls back after each run, once its result is rendered. */
export function useOnceEnded(isRunning: boolean, then: () => void): void {
  const wasRunning = useRef(false)
  const act = useEffectEvent(then)
  useEffect(() => {
    const hasEnded = wasRunning.current && !isRunning
    wasRunning.current = isRunning
    if (hasEnded) act()
  }, [isRunning])
}
