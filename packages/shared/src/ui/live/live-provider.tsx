import { type ReactNode, startTransition, useEffect, useState } from 'react'

import { LiveContext } from './live-context.ts'

interface LiveProviderProps {
  readonly children: ReactNode
  /** Called once everything knows that the page listens to whoever uses it. */
  readonly onLive?: (() => void) | undefined
}

/**
 * Tells what differs from the HTML that scripts have taken it over. That is a render of its own, which gives way to
 * others: a snapshot that differs would be rendered in the very task in which React takes the page over.
 */
export function LiveProvider({ children, onLive }: LiveProviderProps) {
  const [isLive, setLive] = useState(false)

  useEffect(() => startTransition(() => setLive(true)), [])

  useEffect(() => {
    if (isLive) onLive?.()
  }, [isLive, onLive])

  return <LiveContext value={isLive}>{children}</LiveContext>
}
