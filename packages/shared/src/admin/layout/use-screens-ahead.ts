import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'

import { lateCode } from '../../ui/late/late-code.ts'
import { loadWhenIdle } from '../../ui/late/load-when-idle.ts'
import { backOfficeScreens } from '../back-office-screens.ts'
import { loadPalette } from '../palette/use-palette.ts'

const palette = lateCode(loadPalette)

/** Loads the code of every screen, and the palette's, once the screen that is shown is complete and at rest. */
export function useScreensAhead(): void {
  const isAtRest = useIsFetching() === 0
  useEffect(() => (isAtRest ? loadWhenIdle([...backOfficeScreens, palette]) : undefined), [isAtRest])
}

/** Loads the code of the screen that signing in leads to while somebody types a password; `path` is its address. */
export function useFirstScreenAhead(path: string): void {
  useEffect(() => {
    const [pathname] = path.split(/[?#]/)
    return loadWhenIdle(backOfficeScreens.filter((screen) => screen.path === pathname))
  }, [path])
}
