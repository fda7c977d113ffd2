import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './list-notice.module.css'

/** In place of a list: it is on its way. */
export function ListLoading({ children = 'Loading...' }: { readonly children?: ReactNode }) {
  return (
    <p className={classes.notice} role="status">
      {children}
    </p>
  )
}

/** In place of a list: there is nothing in it, and what to do about that. */
export function ListEmpty({ children }: { readonly children: ReactNode }) {
  return <div className={classes.notice}>{children}</div>
}

/** In place of a list: it could not be read, and a way to try again. */
export function ListFailure({
  children,
  onRetry,
}: {
  readonly children: ReactNode
  readonly onRetry: () => void
}) {
  return (
    <div className={classes.notice} role="alert">
      <p className={classes.words}>{children}</p>
      <Button variant="default" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
