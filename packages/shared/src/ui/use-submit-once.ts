import { useRef, useState, useEffect, useEffectEvent } from 'react'

/** Runs a submission one at a time: a second click while the first is under way does nothing. */
export function useSubmitOnce<Args extends readonly unknown[]>(submission: (...args: Args) => Promise<void>) {
  const underWay = useRef(false)
  const [isRunning, setRunning] = useState(false)

  async function run(...args: Args) {
    if (underWay.current) return
    underWay.current = true
    setRunning(true)
    try {
      await submission(...args)
    } finally {
      underWay.current = false
      setRunning(false)
    }
  }

  return { run, isRunning }
}

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
