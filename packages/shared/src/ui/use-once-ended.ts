import { useEffect, useEffectEvent, useRef } from 'react'

/** Does something each time that what was running is over, and shown to be. */
export function useOnceEnded(isRunning: boolean, then: () => void): void {
  const wasRunning = useRef(false)
  const act = useEffectEvent(then)
  useEffect(() => {
    const hasEnded = wasRunning.current && !isRunning
    wasRunning.current = isRunning
    if (hasEnded) act()
  }, [isRunning])
}
