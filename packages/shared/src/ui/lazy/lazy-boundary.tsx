import { Component, type ReactNode, Suspense, useEffect, useState } from 'react'
import { ChunkLoadError } from './lazy-component.tsx'
import { runWhenIdle } from '../../kernel/run-when-idle.ts'

interface LazyBoundaryProps {
  /** Shown while the chunk loads; by default nothing. */
  readonly loading?: ReactNode
  /** Shown when it could not be loaded; by default nothing. */
  readonly failed?: (retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Where lazy components are rendered. A failed chunk is loaded again on `retry` and when the network is back. */
export class LazyBoundary extends Component<LazyBoundaryProps, { readonly error: Error | null }> {
  override state: { readonly error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error) {
    if (!(error instanceof ChunkLoadError)) return
    error.reset()
    window.addEventListener('online', this.retry)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retry)
  }

  readonly retry = () => {
    window.removeEventListener('online', this.retry)
    this.setState({ error: null })
  }

  override render() {
    const { loading, failed, children } = this.props
    const { error } = this.state
    if (error === null) return <Suspense fallback={loading}>{children}</Suspense>
    // Any other crash belongs to the error boundary around this one.
    if (!(error instanceof ChunkLoadError)) throw error
    return failed?.(this.retry)
  }
}

/** Renders lazy parts once the browser is idle; one that cannot be loaded is left out. */
export function WhenIdle({ children }: { readonly children: ReactNode }) {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => runWhenIdle(() => setIdle(true)), [])
  if (!isIdle) return null
  return <LazyBoundary>{children}</LazyBoundary>
}
