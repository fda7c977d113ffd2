import { Outlet } from 'react-router-dom'

import { AuthDialogProvider } from '../account/auth-dialog-provider.tsx'
import { BasketButton } from '../basket/basket-button.tsx'
import { LateNextSteps } from './late-next-steps.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import classes from './site-layout.module.css'
import { useScrollToPlace } from './use-scroll-to-place.ts'

/** What every public page stands in: header, basket, and the dialog that gates lead to. */
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
      <LateNextSteps />
    </AuthDialogProvider>
  )
}
