import { type ReactNode, useEffect, useState } from 'react'

import { runWhenIdle } from '../../kernel/run-when-idle.ts'
import { LazyBoundary } from './lazy-boundary.tsx'

/** Renders lazy parts once the browser is idle; one that cannot be loaded is left out. */
export function WhenIdle({ children }: { readonly children: ReactNode }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  if (!isIdle) return null
  return <LazyBoundary>{children}</LazyBoundary>
}
