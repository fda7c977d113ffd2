import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

import classes from './history-event.module.css'

interface HistoryEventProps {
  readonly who: string
  /** What was done, behind the name: "opened it". */
  readonly deed: string
  readonly moment: ReactNode
  /** What was written. */
  readonly text: string | null | undefined
  /** A button that answers it, or takes it back. */
  readonly children: ReactNode
}

/** Something that was done with a lead or a quotation, by whom and when. */
export function HistoryEvent({ who, deed, moment, text, children }: HistoryEventProps) {
  return (
    <article>
      <span>
        <strong>{who}</strong> {deed}
      </span>
      <Text component="span" c="dimmed" fz="0.8125rem">
        {moment}
      </Text>
      {children}
      {text && (
        <Text className={classes.text} fz="inherit" lh={1.5} px={10} py={6} mt={2} bg="var(--gw-sunken)">
          {text}
        </Text>
      )}
    </article>
  )
}

/** The events of a history, one below the other. */
export function HistoryEvents({ children }: { readonly children: ReactNode }) {
  return <div className={classes.list}>{children}</div>
}
