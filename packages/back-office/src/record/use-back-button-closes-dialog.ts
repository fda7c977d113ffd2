import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

/** The key of the history entry's state that holds the id of the open dialog. */
const stateKey = 'dialog'

/** Distinguishes the entries of this page load from those before a reload. */
const pageId = Math.random()

/**
 * Makes the browser's Back close an open dialog instead of leaving the screen, by a history entry for the dialog.
 *
 * @param tryToClose closes the dialog, or resolves to false when the user stays
 * @returns a function for closing by other means: removes the history entry, then runs `then`
 */
export function useBackButtonClosesDialog(
  opened: boolean,
  tryToClose: () => Promise<boolean>,
): (then: () => void) => void {
  const id = `${pageId} ${useId()}`
  const close = useEffectEvent(tryToClose)
  /** Runs after the entry was removed, without another confirmation. */
  const afterRemoval = useRef<() => void>(undefined)
  useEffect(() => {
    if (!opened) return undefined
    function pushEntry() {
      window.history.pushState({ ...window.history.state, [stateKey]: id }, '')
    }
    function onPop() {
      const then = afterRemoval.current
      afterRemoval.current = undefined
      if (then !== undefined) then()
      else if (!isAt(id)) void close().then((isClosed) => isClosed || pushEntry())
    }
    // Deferred: React may rerun the effect, and history entries cannot be removed synchronously.
    const pushing = setTimeout(() => {
      pushEntry()
      window.addEventListener('popstate', onPop)
    })
    return () => {
      clearTimeout(pushing)
      window.removeEventListener('popstate', onPop)
    }
  }, [opened, id])

  return (then) => {
    if (!isAt(id)) {
      then()
      return
    }
    afterRemoval.current = then
    window.history.back()
  }
}

function isAt(id: string): boolean {
  return Object(window.history.state)[stateKey] === id
}

interface GuardedDialogOptions {
  readonly opened: boolean
  /** Stays open while it saves. */
  readonly isBusy: boolean
  readonly isUnsaved: () => boolean
  readonly onClose: () => void
}

/** Closing of a dialog, by its own buttons and by the browser's Back: asks before unsaved changes are discarded. */
export function useGuardedDialog({ opened, isBusy, isUnsaved, onClose }: GuardedDialogOptions) {
  const mayLeave = useUnsavedGuard(() => opened && isUnsaved())
  /** Closes without asking, and then runs `then`. */
  const leave = useBackButtonClosesDialog(opened, async () => {
    const isLeaving = !isBusy && (await mayLeave())
    if (isLeaving) onClose()
    return isLeaving
  })
  async function closeIfWanted() {
    if (!isBusy && (await mayLeave())) leave(onClose)
  }
  return { leave, close: () => void closeIfWanted() }
}
