import { Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'

import { ChunkFailure } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { LazyBoundary } from '@giftwell/shared/ui/lazy/lazy-boundary.tsx'
import { lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import type { FirstRead, ScreenComponent } from '../screen/screen-head.tsx'
import classes from './lazy-screen.module.css'

/** A lazily loaded screen. */
export interface LazyScreen {
  readonly Screen: ComponentType
  /** Loads the chunk before it is rendered. */
  preload(): Promise<unknown>
  /** The first read of the screen, once its chunk is loaded and if it has one. */
  firstRead(): FirstRead | undefined
}

/** A screen in a chunk of its own; its name is the document's title while the chunk loads. */
export function lazyScreen(name: string, load: () => Promise<ScreenComponent>): LazyScreen {
  let loaded: ScreenComponent | undefined
  const Chunk = lazyComponent(async () => (loaded = await load()))

  function Screen() {
    const title = <title>{`${name} · ${useSite().name}`}</title>
    return (
      <LazyBoundary
        loading={
          <>
            {title}
            <Text className={classes.loading} c="dimmed" ta="center" px="lg" py={56} role="status">
              Loading...
            </Text>
          </>
        }
        failed={(retry) => (
          <>
            {title}
            <Stack align="center" justify="center" gap={12} mih="60dvh">
              <h1>{name}</h1>
              <ChunkFailure what="This screen" onRetry={retry} />
            </Stack>
          </>
        )}
      >
        <Chunk />
      </LazyBoundary>
    )
  }

  return { Screen, preload: Chunk.preload, firstRead: () => loaded?.firstRead }
}
