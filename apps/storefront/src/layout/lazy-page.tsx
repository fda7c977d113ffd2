import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { FullScreenLoader } from '@giftwell/shared/ui/full-screen-loader.tsx'
import { ChunkFailure } from '@giftwell/shared/ui/lazy/chunk-failure.tsx'
import { LazyBoundary } from '@giftwell/shared/ui/lazy/lazy-boundary.tsx'
import { useEffect } from 'react'

import { backOffice as BackOffice, notFoundPage as NotFoundPage, type SitePage } from '../pages.ts'
import classes from './lazy-page.module.css'
import { PageArrival } from './page-arrival.tsx'

interface LazyPageProps {
  readonly page: SitePage
  /** What a screen reader says when the page opens. */
  readonly name: string
}

/** A public page between header and footer, with its loading and error states. */
export function LazyPage({ page: Page, name }: LazyPageProps) {
  const site = useSite()
  return (
    <LazyBoundary
      loading={
        <main id="content" className={classes.place} aria-busy>
          <title>{site.name}</title>
          <p className={classes.waiting} role="status">
            Loading...
          </p>
        </main>
      }
      failed={(retry) => (
        <main id="content" className={classes.place}>
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

/** Marks the document when the page is interactive: presses on prerendered HTML before that are lost. */
function HydrationMark() {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
  }, [])
  return null
}

/** The back office, whose screens are its own. */
export function LazyBackOffice() {
  return (
    <LazyBoundary
      loading={<FullScreenLoader />}
      failed={(retry) => (
        <main className={classes.place}>
          <ChunkFailure what="The back office" onRetry={retry} />
        </main>
      )}
    >
      <BackOffice notFound={<NotFoundPage />} />
    </LazyBoundary>
  )
}
