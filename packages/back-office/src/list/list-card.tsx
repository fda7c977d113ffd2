import { Button } from '@mantine/core'
import { IconGift, IconPlugConnectedX } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import classes from './list-card.module.css'
import type { ListLayout } from './use-list-layout.ts'
import { ViewsMenu } from './views-menu.tsx'

interface ListCardProps<R> {
  /** For example "All Categories". */
  readonly heading: string
  /** Added to the heading when known: "All Categories (12)". */
  readonly count?: number | undefined
  /** Search, filters and sorting. */
  readonly tools?: ReactNode
  /** Its columns and views. */
  readonly layout?: ListLayout<R>
  /** Pagination. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** The card around a list: heading, tools, list and pagination. */
export function ListCard<R>({ heading, count, tools, layout, foot, children }: ListCardProps<R>) {
  const words = count === undefined ? heading : `${heading} (${count.toLocaleString()})`
  return (
    <section className={classes.card} aria-label={words}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{words}</h2>
        {tools !== undefined && (
          <div className={classes.tools}>
            {tools}
            {layout && (
              <>
                <ColumnsMenu layout={layout} />
                <ViewsMenu layout={layout} />
              </>
            )}
          </div>
        )}
      </div>
      {layout?.problem !== undefined && (
        <p className={classes.problem} role="alert">
          {layout.problem}
          <Button variant="default" size="compact-sm" onClick={layout.leave}>
            Close
          </Button>
        </p>
      )}
      {children}
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </section>
  )
}

/** Lines of the skeleton of a list. */
const skeletonLines = ['first', 'second', 'third', 'fourth', 'fifth']

/** Shown in place of a list that loads: its words, and the layout of its rows. */
export function ListLoading({ children = 'Loading...' }: { readonly children?: ReactNode }) {
  return (
    <>
      <p className={classes.loading} role="status">
        {children}
      </p>
      <div className={classes.skeleton} aria-hidden>
        {skeletonLines.map((line) => (
          <span key={line} className={classes.line} />
        ))}
      </div>
    </>
  )
}

/** Shown instead of an empty list: a drawing, a sentence and a recovery action. */
export function ListEmpty({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.notice}>
      <IconGift className={classes.drawing} size={44} stroke={1.2} aria-hidden />
      {children}
    </div>
  )
}

/** Shown when the list failed to load. */
export function ListFailure({
  children,
  onRetry,
}: {
  readonly children: ReactNode
  readonly onRetry: () => void
}) {
  return (
    <div className={classes.notice} role="alert">
      <IconPlugConnectedX className={classes.drawing} size={44} stroke={1.2} aria-hidden />
      <p className={classes.words}>{children}</p>
      <Button variant="default" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

interface ListStateProps {
  readonly list: UseQueryResult
  /** Before the message of the error: "Error loading imports: ". */
  readonly failed?: string
}

/** Shown while a list loads and when it failed to load; nothing otherwise. */
export function ListState({ list, failed = '' }: ListStateProps) {
  if (list.isPending) return <ListLoading />
  if (!list.isError) return null
  return (
    <ListFailure onRetry={() => void list.refetch()}>
      {failed}
      {listErrorMessage(list.error)}
    </ListFailure>
  )
}

/** The error of a list: the server's message, or a note that it loads when the connection is back. */
export function listErrorMessage(error: Error): string {
  return error instanceof AppError && error.kind === 'offline'
    ? 'This screen needs a connection. It loads by itself once you are back online.'
    : error.message
}
