import { Outlet } from 'react-router-dom'

import { AuthDialogProvider } from '../account/auth-dialog-provider.tsx'
import { BasketButton } from '../basket/basket-button.tsx'
import { useLinkedResultsAhead } from '../catalogue/use-linked-results-ahead.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import classes from './site-layout.module.css'
import { useCodeAhead } from './use-code-ahead.ts'
import { useScrollToPlace } from './use-scroll-to-place.ts'

/** What every public page stands in: header, basket, and the dialog that gates lead to. */
export function SiteLayout() {
  useScrollToPlace()
  useCodeAhead()
  useLinkedResultsAhead()
  return (
    <AuthDialogProvider>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <SiteHeader />
      <Outlet />
      <SiteFooter />
      <BasketButton />
    </AuthDialogProvider>
  )
}
