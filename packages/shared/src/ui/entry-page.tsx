import type { ReactNode } from 'react'

import { useSite } from './use-site.ts'
import classes from './entry-page.module.css'

/** A page that stands before everything else, such as a login: one card in the middle of the screen. */
export function EntryPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={classes.page} id="content">
      <title>{`${title} · ${useSite().name}`}</title>
      <EntryCard>{children}</EntryCard>
    </main>
  )
}

/** The card of such a page. */
export function EntryCard({ children }: { readonly children: ReactNode }) {
  return <div className={classes.card}>{children}</div>
}

/** What such a card is for: its heading and the sentence below it. */
export function EntryHead(props: {
  readonly title: string
  readonly id?: string
  readonly children: ReactNode
}) {
  const { title, id, children } = props
  return (
    <div>
      <h1 className={classes.title} id={id}>
        {title}
      </h1>
      <p className={classes.intro}>{children}</p>
    </div>
  )
}
