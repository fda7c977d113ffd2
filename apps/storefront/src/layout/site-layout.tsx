import { Outlet } from 'react-router-dom'

import { AuthDialogProvider } from '../account/auth-dialog-provider.tsx'
import { BasketButton } from '../basket/basket-button.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import classes from './site-layout.module.css'
import { SitePrefetch } from './site-prefetch.tsx'
import { useScrollToPlace } from './use-scroll-to-place.ts'

/** The layout of every public page: header, footer, basket, and the auth dialog. */
export function SiteLayout() {
  useScrollToPlace()
  return (
    <AuthDialogProvider>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <SiteHeader />
      <Outlet />
      <SiteFooter />
      <BasketButton />
      <SitePrefetch />
    </AuthDialogProvider>
  )
}
