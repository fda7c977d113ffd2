import type { ReactNode } from 'react'

import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useUnansweredCount } from './unanswered-leads.ts'
import classes from './screen-head.module.css'

interface ScreenHeadProps {
  readonly title: string
  readonly subtitle?: string
  /** Action buttons. */
  readonly children?: ReactNode
}

/** The title of a screen, also in the browser tab after the number of unanswered leads, and its actions. */
export function ScreenHead({ title, subtitle, children }: ScreenHeadProps) {
  const site = useSite()
  const unanswered = useUnansweredCount() ?? 0
  return (
    <header className={classes.head}>
      <title>{`${unanswered > 0 ? `(${unanswered.toLocaleString()}) ` : ''}${title} · ${site.name}`}</title>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {subtitle !== undefined && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      <div className={classes.actions}>{children}</div>
    </header>
  )
}
