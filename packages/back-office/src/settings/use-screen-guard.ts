import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { useBackButtonClosesDialog } from '../record/use-back-button-closes-dialog.ts'
import { useUnsavedGuard } from '../record/use-unsaved-guard.ts'

/**
 * Asks before a screen with an unsaved form is left: by the browser's Back, by a link, or by closing the page. A form that
 * was typed into has a history entry of its own, which Back takes first.
 *
 * @returns a function that removes the entry of a saved form, and then runs `then`
 */
export function useScreenGuard(isTouched: boolean, isUnsaved: () => boolean): (then: () => void) => void {
  const mayLeave = useUnsavedGuard(isUnsaved)
  useLinksGuarded(isTouched, mayLeave)
  const isLeft = useRef(false)
  return useBackButtonClosesDialog(isTouched, async () => {
    if (isLeft.current) return true
    isLeft.current = await mayLeave()
    if (isLeft.current) window.history.back()
    return isLeft.current
  })
}

/** Asks before a link of this app leaves the screen: unlike a dialog, a screen is left by them. Its page replaces the form's history entry. */
function useLinksGuarded(isTouched: boolean, mayLeave: () => Promise<boolean>): void {
  const navigate = useNavigate()
  const onClick = useEffectEvent(async (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (link?.origin !== window.location.origin || link.target !== '' || !isPlain || !isTouched) return
    event.preventDefault()
    event.stopPropagation()
    if (await mayLeave()) void navigate(link.pathname + link.search + link.hash, { replace: true })
  })
  useEffect(() => {
    const listener = (event: MouseEvent) => void onClick(event)
    document.addEventListener('click', listener, true)
    return () => document.removeEventListener('click', listener, true)
  }, [])
}
