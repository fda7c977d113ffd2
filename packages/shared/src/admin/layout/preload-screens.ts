import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'

import { preloadWhenIdle } from '../../app/preload-when-idle.ts'
import { backOfficeScreens } from '../back-office-screens.ts'
import { loadPalette } from '../palette/use-palette.ts'

/** Preloads every screen and the command palette once the current screen has its data. */
export function useScreensAhead(): void {
  const hasData = useIsFetching() === 0
  useEffect(
    () =>
      hasData
        ? preloadWhenIdle([...backOfficeScreens.map(({ preload }) => preload), loadPalette])
        : undefined,
    [hasData],
  )
}

/** Preloads the screen at this address, to which signing in leads, while the password is typed. */
export function useFirstScreenAhead(path: string): void {
  useEffect(() => {
    const [pathname] = path.split(/[?#]/)
    const next = backOfficeScreens.filter((screen) => screen.path === pathname)
    return preloadWhenIdle(next.map(({ preload }) => preload))
  }, [path])
}
