import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import type { ReactNode } from 'react'

import empty from '../pictures/empty.svg'
import drawing from '../pictures/offline.svg'
import classes from './load-failure.module.css'

interface LoadFailureProps {
  readonly what: string
  /** A sentence instead of the one about the connection. */
  readonly reason?: string | null
  readonly onRetry: () => void
}

/** Reports that something could not be loaded, and offers another try. */
export function LoadFailure({ what, reason = null, onRetry }: LoadFailureProps) {
  return (
    <div className={classes.root} role="alert">
      {reason === null && <img src={drawing} alt="" width={320} height={240} className={classes.drawing} />}
      <div>{reason ?? `We could not load ${what}. Please check your connection.`}</div>
      <Button
        variant="default"
        onClick={({ currentTarget }) => {
          // The button goes with the message.
          focusElement(currentTarget.closest('section, aside'))
          onRetry()
        }}
      >
        Try again
      </Button>
    </div>
  )
}

/** A page or list without content: a drawing, a message and a link. */
export function EmptyNote({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.root}>
      <img src={empty} alt="" width={320} height={240} className={classes.drawing} />
      {children}
    </div>
  )
}
