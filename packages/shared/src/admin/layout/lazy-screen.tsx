import type { ComponentType } from 'react'

import { brand } from '../../domain/brand.ts'
import { ChunkFailure } from '../../ui/lazy/chunk-failure.tsx'
import { LazyBoundary } from '../../ui/lazy/lazy-boundary.tsx'
import { lazyComponent } from '../../ui/lazy/lazy-component.tsx'
import type { FirstRead, ScreenComponent } from './first-read.ts'
import classes from './loaded-screen.module.css'

/** A lazily loaded screen. */
export interface ScreenCode {
  readonly Screen: ComponentType
  /** Loads the chunk before it is rendered. */
  preload(): Promise<unknown>
  /** The first read of the screen, once its chunk is loaded and if it has one. */
  firstRead(): FirstRead | undefined
}

/** A screen in a chunk of its own, with its name as title while that is loaded. */
export function loadedScreen(name: string, load: () => Promise<ScreenComponent>): ScreenCode {
  let loaded: ScreenComponent | undefined
  const LazyScreen = lazyComponent(async () => (loaded = await load()))
  const title = <title>{`${name} · ${brand.name}`}</title>

  function LoadedScreen() {
    return (
      <LazyBoundary
        loading={
          <>
            {title}
            <p className={classes.loading} role="status">
              Loading...
            </p>
          </>
        }
        failed={(retry) => (
          <>
            {title}
            <div className={classes.failure}>
              <h1>{name}</h1>
              <ChunkFailure what="This screen" onRetry={retry} />
            </div>
          </>
        )}
      >
        <LazyScreen />
      </LazyBoundary>
    )
  }

  return { Screen: LoadedScreen, preload: LazyScreen.preload, firstRead: () => loaded?.firstRead }
}
