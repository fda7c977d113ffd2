import type { ReactNode } from 'react'

import classes from './list-card.module.css'

interface ListCardProps {
  /** Such as "All Categories (12)". */
  readonly heading: string
  /** Search, filters and sorting. */
  readonly tools?: ReactNode
  /** Below the list: its pages. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** The card around a list of the back office: heading, tools, the list, its pages. */
export function ListCard({ heading, tools, foot, children }: ListCardProps) {
  return (
    <section className={classes.card} aria-label={heading}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{heading}</h2>
        {tools !== undefined && <div className={classes.tools}>{tools}</div>}
      </div>
      {children}
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </section>
  )
}
