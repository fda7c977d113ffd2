import { useEffect, useEffectEvent } from 'react'

import { askFirst } from '../../ui/ask-first.ts'

const unsavedQuestion = 'You have unsaved changes. Discard them?'

/**
 * Protects unsaved changes: the browser asks before leaving the page, and the returned function asks before closing a
 * dialog. It returns whether the dialog may close.
 */
export function useUnsavedGuard(isUnsaved: () => boolean): () => boolean {
  const hasUnsaved = useEffectEvent(isUnsaved)
  useEffect(() => {
    function onLeave(event: BeforeUnloadEvent) {
      if (hasUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [])
  return () => !isUnsaved() || askFirst(unsavedQuestion)
}

/**
 * Asks the same before a navigation from outside the page, such as a clicked notification. Returns true without unsaved
 * changes or when the user agrees.
 */
export function mayLeaveScreen(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true })
  return window.dispatchEvent(leaving) || askFirst(unsavedQuestion)
}
