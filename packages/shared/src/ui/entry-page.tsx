import type { ReactNode } from 'react'

import { brand } from '../domain/brand.ts'
import classes from './entry-page.module.css'

/** A page that stands before everything else, such as a login: one card in the middle of the screen. */
export function EntryPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main className={classes.page} id="content">
      <title>{`${title} · ${brand.name}`}</title>
      <div className={classes.card}>{children}</div>
    </main>
  )
}

/** What such a card is for: its heading and the sentence below it. */
export function EntryHead({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.intro}>{children}</p>
    </div>
  )
}
