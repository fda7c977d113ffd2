import { useState } from 'react'

import { ChunkFailure } from './chunk-failure.tsx'
import { LazyBoundary } from './lazy-boundary.tsx'
import type { LazyComponent } from './lazy-component.tsx'
import classes from './lazy-dialog.module.css'

/** The props of every dialog. */
export interface DialogState {
  readonly opened: boolean
  readonly onClose: () => void
}

interface LazyDialogProps extends DialogState {
  readonly dialog: LazyComponent<DialogState>
  /** Its name when it cannot be loaded, as the beginning of a sentence: "The inquiry basket". */
  readonly what: string
}

/** A dialog whose chunk is loaded when it first opens. Loading and failing show as a notice over the page. */
export function LazyDialog({ dialog: Dialog, what, opened, onClose }: LazyDialogProps) {
  const [wasOpened, setOpened] = useState(opened)
  if (opened && !wasOpened) setOpened(true)
  if (!wasOpened) return null
  return (
    <LazyBoundary
      loading={
        opened && (
          <div className={classes.notice} data-waiting>
            <div role="status">Loading...</div>
          </div>
        )
      }
      failed={(retry) =>
        opened && (
          <div className={classes.notice}>
            <ChunkFailure what={what} onRetry={retry} onDismiss={onClose} />
          </div>
        )
      }
    >
      <Dialog opened={opened} onClose={onClose} />
    </LazyBoundary>
  )
}
