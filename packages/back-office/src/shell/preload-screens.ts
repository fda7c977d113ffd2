import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { matchPath } from 'react-router-dom'

import { preloadWhenIdle, createPrefetcher } from '@giftwell/shared/kernel/prefetcher.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type BackOfficeScreen, backOfficeScreens } from './back-office-screens.tsx'
import { loadPalette } from './palette-button.tsx'

/** Preloads every screen and the command palette once the current screen has its data. */
export function usePreloadedScreens(): void {
  const hasData = useIsFetching() === 0
  useEffect(
    () =>
      hasData
        ? preloadWhenIdle([...backOfficeScreens.map(({ preload }) => preload), loadPalette])
        : undefined,
    [hasData],
  )
}

/** Preloads the screen at this address, which signing in opens, while the password is typed. */
export function usePreloadedScreen(path: string): void {
  useEffect(() => {
    const [pathname = ''] = path.split(/[?#]/)
    const next = backOfficeScreens.filter((screen) => matchPath(screen.path + screen.parameters, pathname))
    return preloadWhenIdle(next.map(({ preload }) => preload))
  }, [path])
}

/** Handlers for a link to a screen, which preload its chunk and prefetch its first read on hover and focus. */
export function useScreenPrefetch() {
  const backend = useBackend()
  const client = useQueryClient()
  const prefetcher = useMemo(() => createPrefetcher(client, backend.connectivity), [client, backend])
  useEffect(() => prefetcher.onLeave, [prefetcher])

  return (screen: BackOfficeScreen) => {
    const onHover = () => {
      // A failure is shown when the screen is opened.
      screen.preload().catch(() => undefined)
      prefetcher.onHover(screen.path, () => screen.firstRead()?.(backend, client) ?? null)
    }
    return {
      onPointerEnter: onHover,
      onPointerLeave: prefetcher.onLeave,
      onFocus: onHover,
      onBlur: prefetcher.onLeave,
    }
  }
}
