import { Suspense, useEffect, useRef } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom'

import { brand } from '../../domain/brand.ts'
import { ErrorBoundary, ErrorNotice } from '../../ui/error-boundary.tsx'
import { backOfficeScreens } from '../back-office-screens.ts'
import classes from './screen-frame.module.css'

/**
 * Where a screen stands: it waits for the screen's code, and keeps the rest of the back office working when that cannot
 * be loaded or the screen crashes. After a link the focus is here, so that reading goes on with the new screen.
 */
export function ScreenFrame() {
  const { pathname } = useLocation()
  const main = useMainOfNewScreen(pathname)
  const name = backOfficeScreens.find(({ path }) => path === pathname)?.text
  const title = <title>{name === undefined ? brand.name : `${name} · ${brand.name}`}</title>

  return (
    <main ref={main} className={classes.root} id="content" tabIndex={-1}>
      <ErrorBoundary
        key={pathname}
        fallback={
          <div className={classes.failure}>
            {title}
            <ErrorNotice />
          </div>
        }
      >
        <Suspense
          fallback={
            <p className={classes.loading} role="status">
              {title}
              Loading...
            </p>
          }
        >
          <Outlet />
        </Suspense>
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
