import { Component, type ComponentType, type ReactNode, Suspense, lazy, useEffect, useState } from 'react'
import { withTimeout } from '../../kernel/with-timeout.ts'
import { runWhenIdle } from '../../kernel/run-when-idle.ts'

/** Milliseconds that a chunk may take; a browser waits for ever. */
export const loadTimeout = 30_000

/** Loads a chunk, once. A failed load rejects, and the next call tries again. */
export type ChunkLoader<Chunk> = () => Promise<Chunk>

/** Wraps an `import()`, which is not called yet. */
export function chunkLoader<Chunk>(importChunk: () => Promise<Chunk>): ChunkLoader<Chunk> {
  let loading: Promise<Chunk> | undefined
  return () => {
    loading ??= withTimeout(importChunk(), loadTimeout, 'The chunk did not load in time').catch(
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }
}

/** A component in a chunk of its own, to be rendered within a `LazyBoundary`. */
export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode
  /** Loads the chunk before it is rendered. */
  readonly preload: ChunkLoader<unknown>
}

/** The chunk of a component could not be loaded. `reset` lets the next rendering try again. */
class ChunkLoadError extends Error {
  readonly reset: () => void

  constructor(cause: unknown, reset: () => void) {
    super('A part of the page could not be loaded', { cause })
    this.reset = reset
  }
}

/** `React.lazy` whose chunk can be preloaded and, after a failure, loaded again. */
export function lazyComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  const preload = chunkLoader(async () => (Loaded = await importComponent()))
  const createLazy = () =>
    lazy(async () => {
      try {
        return { default: await preload() }
      } catch (error) {
        throw new ChunkLoadError(error, () => (Lazy = createLazy()))
      }
    })
  let Lazy = createLazy()

  function Chunk(props: Props) {
    // A preloaded component renders without suspending, so hydration keeps the HTML and no fallback flashes.
    const [Component] = useState<ComponentType<Props>>(() => Loaded ?? Lazy)
    return <Component {...props} />
  }
  return Object.assign(Chunk, { preload })
}

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
