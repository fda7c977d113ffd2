import type { ReactNode } from 'react'

import classes from './section-head.module.css'

interface SectionHeadProps {
  /** The id that the section is labelled by. */
  readonly id: string
  readonly title: string
  readonly children?: ReactNode
}

/** The heading of a section of the home page and what stands beside it. */
export function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <header className={classes.root}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </header>
  )
}
