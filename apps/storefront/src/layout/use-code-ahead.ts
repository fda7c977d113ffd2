import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { loadAhead } from '@giftwell/shared/ui/late/late-code.ts'
import { loadWhenIdle } from '@giftwell/shared/ui/late/load-when-idle.ts'
import { useEffect } from 'react'

import { authDialogCode } from '../account/auth-dialog-code.ts'
import { basketDialogCode } from '../basket/basket-dialog-code.ts'
import { offlineDrawing } from '../catalogue/offline-drawing.ts'
import { inquiryRules, quoteRules } from '../lead/contact-rules.ts'
import { backOffice, cataloguePage, codeAt, homePage } from '../pages.ts'

/**
 * Loads what a visitor may want next: everything of the public site while the browser is idle, and what a
 * link leads to as soon as the pointer or the focus is on it.
 */
export function useCodeAhead(): void {
  const { user, isAdmin } = useAuth()
  const isSignedIn = user !== null

  useEffect(() => {
    return loadWhenIdle([
      ...(isSignedIn ? [] : [authDialogCode]),
      cataloguePage,
      homePage,
      quoteRules,
      basketDialogCode,
      inquiryRules,
      offlineDrawing.ahead,
      ...(isAdmin ? [backOffice] : []),
    ])
  }, [isSignedIn, isAdmin])

  useEffect(() => {
    // It may have come there before anybody listened.
    loadLinked({ target: document.querySelector('a:hover') })
    const listening = new AbortController()
    for (const sign of ['pointerover', 'focusin']) {
      document.addEventListener(sign, loadLinked, { signal: listening.signal, passive: true })
    }
    return () => listening.abort()
  }, [])
}

function loadLinked({ target }: Pick<Event, 'target'>) {
  const link = target instanceof Element ? target.closest('a') : null
  if (link === null || link.origin !== window.location.origin) return
  const code = codeAt(link.pathname)
  if (code !== undefined) loadAhead(code)
}
