import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from './router.tsx'

import parcel from '../pictures/not-found.svg'
import classes from './not-found-page.module.css'

/** Any path that is no page (product.md, section 2, 404 page). */
export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <NotFound pathname={pathname}>
      <Link to="/" className={classes.link}>
        Return to Home
      </Link>
    </NotFound>
  )
}

/** Any path below /admin that is no screen, outside of the router of the public pages. */
export function NotFoundScreen() {
  return (
    <NotFound pathname={window.location.pathname}>
      <a href="/" className={classes.link}>
        Return to Home
      </a>
    </NotFound>
  )
}

function NotFound({ pathname, children }: { readonly pathname: string; readonly children: ReactNode }) {
  const { name } = useSite()
  useEffect(() => {
    console.error('404: no page at', pathname)
  }, [pathname])
  return (
    <main className={classes.root} id="content">
      <title>{`Page not found · ${name}`}</title>
      <img src={parcel} alt="" width={480} height={320} className={classes.drawing} />
      <h1 className={classes.code}>404</h1>
      <p className={classes.text}>Oops! Page not found</p>
      {children}
    </main>
  )
}
