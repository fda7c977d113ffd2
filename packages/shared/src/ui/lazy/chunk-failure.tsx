import { Button } from '@mantine/core'

import classes from './chunk-failure.module.css'

interface ChunkFailureProps {
  /** What is missing, as the beginning of a sentence: "This page". */
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
