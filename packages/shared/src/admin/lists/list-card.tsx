import type { ReactNode } from 'react'

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
