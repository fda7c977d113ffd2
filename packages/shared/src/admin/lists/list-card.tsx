import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import { AppError } from '../../data/app-error.ts'
import classes from './list-card.module.css'

interface ListCardProps {
  /** Such as "All Categories". */
  readonly heading: string
  /** How many there are, which the heading says once it is known: "All Categories (12)". */
  readonly count?: number | undefined
  /** Search, filters and sorting. */
  readonly tools?: ReactNode
  /** Below the list: its pages. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** The card around a list of the back office: heading, tools, the list, its pages. */
export function ListCard({ heading, count, tools, foot, children }: ListCardProps) {
  const words = count === undefined ? heading : `${heading} (${count})`
  return (
    <section className={classes.card} aria-label={words}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{words}</h2>
        {tools !== undefined && <div className={classes.tools}>{tools}</div>}
      </div>
      {children}
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </section>
  )
}

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

/** Why a list could not be read: the server's own words, or that it needs a connection, which repairs it by itself. */
export function listErrorMessage(error: Error): string {
  return error instanceof AppError && error.kind === 'offline'
    ? 'This screen needs a connection. It loads by itself once you are back online.'
    : error.message
}
