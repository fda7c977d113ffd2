import { useEffect, useEffectEvent } from 'react'

import { askFirst } from '../../ui/ask-first.ts'

/** What is asked before something typed would be lost. */
export const unsavedQuestion = 'You have unsaved changes. Discard them?'

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
