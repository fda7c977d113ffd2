import { FullScreenLoader } from '@giftwell/shared/ui/full-screen-loader.tsx'
import { ChunkFailure } from '@giftwell/shared/ui/lazy/lazy-dialog.tsx'
import { LazyBoundary } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useEffect } from 'react'

import { replayFirstPresses } from '../page/first-presses.ts'
import { PageArrival } from '../page/page-arrival.tsx'
import { backOffice as BackOffice, type SitePage, unknownScreen as UnknownScreen } from '../pages.ts'
import classes from './lazy-page.module.css'

interface LazyPageProps {
  readonly page: SitePage
  /** The screen reader's announcement when the page opens. */
  readonly name: string
}

/** A public page between header and footer, with its loading and error states. */
export function LazyPage({ page: Page, name }: LazyPageProps) {
  const site = useSite()
  return (
    <LazyBoundary
      loading={
        <main id="content" className={classes.screen} aria-busy>
          <title>{site.name}</title>
          <p className={classes.waiting} role="status">
            Loading...
          </p>
        </main>
      }
      failed={(retry) => (
        <main id="content" className={classes.screen}>
          <title>{site.name}</title>
          <ChunkFailure what="This page" onRetry={retry} />
        </main>
      )}
    >
      <Page />
      <PageArrival name={name} />
      <HydrationMark />
    </LazyBoundary>
  )
}

/** Marks the document as interactive, and replays earlier presses. */
function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    void replayFirstPresses()
  }, [])
  return null
}

/** The back office, whose screens and router are its own. */
export function LazyBackOffice({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <LazyBoundary
      loading={<FullScreenLoader />}
      failed={(retry) => (
        <main className={classes.screen}>
          <ChunkFailure what="The back office" onRetry={retry} />
        </main>
      )}
    >
      <BackOffice notFound={<UnknownScreen />} onLeave={onLeave} />
    </LazyBoundary>
  )
}
