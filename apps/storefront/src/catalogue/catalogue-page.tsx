import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { brand } from '@giftwell/shared/domain/brand.ts'
import { previewSubtitle } from '@giftwell/shared/domain/preview.ts'
import { writtenNumber } from '@giftwell/shared/domain/stat-value.ts'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { memo, useState } from 'react'

import { PageHead } from '../page/page-head.tsx'
import classes from './catalogue-page.module.css'
import { CatalogueResults } from './catalogue-results.tsx'
import { FilterSidebarSkeleton } from './filter-sidebar-skeleton.tsx'
import { FilterSidebar } from './filter-sidebar.tsx'
import { LoadFailure } from './load-failure.tsx'
import { PreviewBanner } from './preview-banner.tsx'
import { useCatalogueFilters } from './use-catalogue-filters.ts'
import { useCatalogue } from './use-catalogue.ts'
import { useResultsPrefetch } from './use-results-prefetch.ts'

/** The same for every choice of filters. */
const head = (
  <PageHead
    title={`Product Catalogue · ${brand.name}`}
    description="Browse 3000+ corporate gifts by industry, category, budget and theme, and ask for a quote."
    path="/catalogue"
  />
)
const title = <h1 className={classes.title}>Product Catalogue</h1>
const banner = <PreviewBanner />

/** The public catalogue (specification, section 2, Catalogue). */
export function CataloguePage() {
  const { user, isSessionReady } = useAuth()
  const { filters, entry, options, isSettled, choose, clearAll } = useCatalogueFilters()
  const catalogue = useCatalogue(filters)
  const prefetch = useResultsPrefetch(filters)
  const [areFiltersShown, setFiltersShown] = useState(false)
  const isAnonymous = isSessionReady && user === null

  return (
    <main className={classes.page} id="content">
      {head}
      <header className={classes.head}>
        {title}
        <p className={classes.subtitle} role="status" data-anonymous={isAnonymous || undefined}>
          {isSettled &&
            catalogue.isSuccess &&
            summary(isAnonymous, catalogue.products.length, catalogue.total)}
        </p>
      </header>

      <div className={classes.columns}>
        <FiltersToggle areShown={areFiltersShown} onChange={setFiltersShown} />
        <aside id="filters" className={classes.filters} data-shown={areFiltersShown} aria-label="Filters">
          {options.isPending && <FilterSidebarSkeleton />}
          {options.isError && <LoadFailure what="the filters" onRetry={() => void options.refetch()} />}
          {options.isSuccess && (
            <FilterSidebar
              filters={filters}
              options={options.data}
              onChoose={choose}
              onClearAll={clearAll}
              prefetch={prefetch}
            />
          )}
        </aside>
        <section
          className={classes.results}
          aria-labelledby="results"
          data-anonymous={isAnonymous || undefined}
        >
          <h2 id="results" className="visually-hidden">
            Results
          </h2>
          <CatalogueResults
            entry={entry}
            catalogue={catalogue}
            isAnonymous={isAnonymous}
            isSettled={isSettled}
          />
        </section>
      </div>

      {isAnonymous && (
        <div className={classes.banner} data-covering={areFiltersShown} data-anonymous>
          {banner}
        </div>
      )}
    </main>
  )
}

const FiltersToggle = memo(function FiltersToggle(props: {
  readonly areShown: boolean
  readonly onChange: (areShown: boolean) => void
}) {
  const { areShown, onChange } = props
  return (
    <Button
      className={classes.toggle}
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
      aria-expanded={areShown}
      aria-controls="filters"
      onClick={() => onChange(!areShown)}
    >
      {areShown ? 'Hide Filters' : 'Show Filters'}
    </Button>
  )
})

function summary(isAnonymous: boolean, shown: number, total: number): string {
  if (isAnonymous) return previewSubtitle(shown, total)
  return `${writtenNumber(total, 'lakhs')} ${total === 1 ? 'product' : 'products'}`
}
