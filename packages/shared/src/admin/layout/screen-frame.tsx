import { useEffect, useRef } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom'

import { brand } from '../../domain/brand.ts'
import { ErrorBoundary, ErrorNotice } from '../../ui/error-boundary.tsx'
import { backOfficeScreens } from '../back-office-screens.ts'
import classes from './screen-frame.module.css'

/**
 * Where a screen stands: the rest of the back office goes on working when the screen crashes. After a link the focus is
 * here, so that reading goes on with the new screen.
 */
export function ScreenFrame() {
  const { pathname } = useLocation()
  const main = useMainOfNewScreen(pathname)
  const name = backOfficeScreens.find(({ path }) => path === pathname)?.text
  return (
    <main ref={main} className={classes.root} id="content" tabIndex={-1}>
      <ErrorBoundary
        key={pathname}
        fallback={
          <div className={classes.failure}>
            <title>{name === undefined ? brand.name : `${name} · ${brand.name}`}</title>
            <ErrorNotice />
          </div>
        }
      >
        <Outlet />
      </ErrorBoundary>
    </main>
  )
}

/** The main part, which gets the focus when another screen is shown, and is then at its top unless one went back. */
function useMainOfNewScreen(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const navigation = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
    if (navigation !== NavigationType.Pop) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, navigation])
  return main
}
