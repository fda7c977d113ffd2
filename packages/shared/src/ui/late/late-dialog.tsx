import { type ComponentType, useState } from 'react'

import type { LateCode } from './late-code.ts'
import classes from './late-dialog.module.css'
import { NotLoaded } from './not-loaded.tsx'
import { useLateCode } from './use-late-code.ts'

/** What every dialog is told. */
export interface DialogState {
  readonly opened: boolean
  readonly onClose: () => void
}

interface LateDialogProps extends DialogState {
  readonly dialog: LateCode<ComponentType<DialogState>>
  /** Its name where it does not come, as the beginning of a sentence: "The inquiry basket". */
  readonly what: string
}

/**
 * A dialog whose code comes later than the page. Opened before the code is there, it opens when the code arrives; when
 * it does not come, that is said where notices are, and can be tried again.
 */
export function LateDialog({ dialog, what, opened, onClose }: LateDialogProps) {
  const { code: Dialog, hasFailed, tryAgain } = useLateCode(dialog, opened)
  const [wasOpened, setOpened] = useState(opened)
  if (opened && !wasOpened) setOpened(true)

  if (Dialog !== undefined && wasOpened) return <Dialog opened={opened} onClose={onClose} />
  if (!opened) return null
  return (
    <div className={classes.notice} data-waiting={!hasFailed}>
      {hasFailed ? (
        <NotLoaded what={what} onTryAgain={tryAgain} onDismiss={onClose} />
      ) : (
        <p className={classes.words} role="status">
          Loading...
        </p>
      )}
    </div>
  )
}
