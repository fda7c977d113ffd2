import { type ComponentType, lazy, type ReactNode, useState } from 'react'

import { withTimeout } from '../../kernel/with-timeout.ts'

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
export class ChunkLoadError extends Error {
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
