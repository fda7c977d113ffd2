import { useBackButtonClosesDialog } from './use-back-button-closes-dialog.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

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
