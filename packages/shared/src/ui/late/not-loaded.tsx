import { Button } from '@mantine/core'

import classes from './not-loaded.module.css'

interface NotLoadedProps {
  /** What is missing, as the beginning of a sentence: "This page". */
  readonly what: string
  readonly onTryAgain: () => void
  /** Where it can be done without. */
  readonly onDismiss?: () => void
}

/** Says that code could not be loaded, and what can be done about it. */
export function NotLoaded({ what, onTryAgain, onDismiss }: NotLoadedProps) {
  return (
    <div className={classes.root} role="alert">
      <p>{what} could not be loaded. Please check your connection and try again.</p>
      <div className={classes.ways}>
        <Button onClick={onTryAgain}>Try Again</Button>
        {/* A new version of the site may have taken the old one's code away. */}
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
