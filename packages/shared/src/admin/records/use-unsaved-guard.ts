import { useEffect, useEffectEvent } from 'react'

import { askFirst } from '../../ui/ask-first.ts'

/** What is asked before something typed would be lost. */
const unsavedQuestion = 'You have unsaved changes. Discard them?'

/**
 * Keeps unsaved changes from being lost by accident: the browser asks before the page is left, and the answer of the
 * function says whether the dialog may be closed.
 */
export function useUnsavedGuard(isUnsaved: () => boolean): () => boolean {
  const wouldLose = useEffectEvent(isUnsaved)
  useEffect(() => {
    function onLeave(event: BeforeUnloadEvent) {
      if (wouldLose()) event.preventDefault()
    }
    window.addEventListener('beforeunload', onLeave)
    return () => window.removeEventListener('beforeunload', onLeave)
  }, [])
  return () => !isUnsaved() || askFirst(unsavedQuestion)
}

/**
 * Asks the same before another screen takes the place of this one for a reason that lies outside of the page, such as a
 * notification that was clicked; true when nothing would be lost or the person agrees.
 */
export function mayLeaveScreen(): boolean {
  const leaving = new Event('beforeunload', { cancelable: true })
  return window.dispatchEvent(leaving) || askFirst(unsavedQuestion)
}
