import { Center } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { matchPath, NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom'

import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { ErrorBoundary, ErrorNotice } from '@giftwell/shared/ui/error-boundary.tsx'
import { backOfficeScreens } from './back-office-screens.ts'
import classes from './screen-frame.module.css'

/**
 * Contains a screen: a crash does not affect the rest of the back office. After a navigation it gets the focus, so that
 * screen readers continue with the new screen.
 */
export function ScreenFrame() {
  const { name: site } = useSite()
  const { pathname } = useLocation()
  const screen = backOfficeScreens.find(({ path, parameters }) => matchPath(path + parameters, pathname))
  const main = useMainOfNewScreen(screen?.path ?? pathname)
  const name = screen?.text
  return (
    <main ref={main} className={classes.root} id="content" tabIndex={-1}>
      <ErrorBoundary
        key={screen?.path}
        fallback={
          <Center mih="60dvh">
            <title>{name === undefined ? site : `${name} · ${site}`}</title>
            <ErrorNotice />
          </Center>
        }
      >
        <Outlet />
      </ErrorBoundary>
    </main>
  )
}

/** Focuses the main element of a new screen and scrolls to its top, except on back and forward. */
function useMainOfNewScreen(path: string) {
  const main = useRef<HTMLElement>(null)
  const navigation = useNavigationType()
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    main.current?.focus({ preventScroll: true })
    if (navigation !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [path, navigation])
  return main
}
