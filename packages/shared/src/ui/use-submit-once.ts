import { useRef, useState } from 'react'

/** Runs a submission one at a time: a second click while the first is under way does nothing. */
export function useSubmitOnce(submission: () => Promise<void>) {
  const underWay = useRef(false)
  const [isRunning, setRunning] = useState(false)

  async function run() {
    if (underWay.current) return
    underWay.current = true
    setRunning(true)
    try {
      await submission()
    } finally {
      underWay.current = false
      setRunning(false)
    }
  }

  return { run, isRunning }
}
