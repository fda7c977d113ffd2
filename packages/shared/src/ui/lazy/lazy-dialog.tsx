import { memo, useState } from 'react'

import { LazyBoundary, type LazyComponent } from './lazy-component.tsx'
import { Button } from '../plain-controls.tsx'
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
export const LazyDialog = memo(function LazyDialog(props: LazyDialogProps) {
  const { dialog: Dialog, what, opened, onClose } = props
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
})

interface ChunkFailureProps {
  /** The missing part, as the beginning of a sentence: "This page". */
  readonly what: string
  readonly onRetry: () => void
  /** Adds a Close button. */
  readonly onDismiss?: () => void
}

/** A part of the page could not be loaded: tries again, loads the whole page again, or closes. */
export function ChunkFailure({ what, onRetry, onDismiss }: ChunkFailureProps) {
  return (
    <div className={classes.root} role="alert">
      <p>{what} could not be loaded. Please check your connection and try again.</p>
      <div className={classes.actions}>
        <Button onClick={onRetry}>Try Again</Button>
        {/* A new version of the site may have removed the old one's chunks. */}
        <Button variant="default" onClick={() => window.location.reload()}>
          Refresh Page
        </Button>
        {onDismiss && (
          <Button variant="subtle" onClick={onDismiss}>
            Close
          </Button>
        )}
      </div>
    </div>
  )
}
