import { useEffect, useState } from 'react'

import { LazyBoundary } from '../lazy/lazy-boundary.tsx'
import { lazyComponent } from '../lazy/lazy-component.tsx'
import { runWhenIdle } from '../run-when-idle.ts'

/** Mantine's notifications. */
export const ToastView = lazyComponent(async () => (await import('./toast-view.tsx')).ToastView)

/** Shows the toasts of the app. Their view is loaded when the browser is idle. */
export function Toaster() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  if (!isIdle) return null
  return (
    <LazyBoundary>
      <ToastView />
    </LazyBoundary>
  )
}
