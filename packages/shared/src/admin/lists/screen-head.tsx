import type { ReactNode } from 'react'

import { useSite } from '../../ui/use-site.ts'
import classes from './screen-head.module.css'

interface ScreenHeadProps {
  readonly title: string
  readonly subtitle?: string
  /** Action buttons. */
  readonly children?: ReactNode
}

/** The title of a screen, also in the browser tab, and its actions. */
export function ScreenHead({ title, subtitle, children }: ScreenHeadProps) {
  const site = useSite()
  return (
    <header className={classes.head}>
      <title>{`${title} · ${site.name}`}</title>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  )
}
