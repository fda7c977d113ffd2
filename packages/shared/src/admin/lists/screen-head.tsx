import type { ReactNode } from 'react'

import { brand } from '../../domain/brand.ts'
import classes from './screen-head.module.css'

interface ScreenHeadProps {
  readonly title: string
  readonly subtitle?: string
  /** Action buttons. */
  readonly children?: ReactNode
}

/** The title of a screen, also in the browser tab, and its actions. */
export function ScreenHead({ title, subtitle, children }: ScreenHeadProps) {
  return (
    <header className={classes.head}>
      <title>{`${title} · ${brand.name}`}</title>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  )
}
