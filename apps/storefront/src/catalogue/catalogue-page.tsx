import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { brand } from '@giftwell/shared/domain/brand.ts'
import type { FilterName } from '@giftwell/shared/domain/catalogue-filters.ts'
import { previewSubtitle } from '@giftwell/shared/domain/preview.ts'
import { writtenNumber } from '@giftwell/shared/domain/stat-value.ts'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { memo, useCallback, useMemo, useState } from 'react'

import { PageHead } from '../page/page-head.tsx'
import { AppliedFilters, appliedValues } from './applied-filters.tsx'
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
  const applied = useMemo(() => appliedValues(filters).map(([, value]) => value), [filters])
  const remove = useCallback((name: FilterName) => choose(name, undefined), [choose])

  return (
    <main className={classes.page} id="content">
      <PageHead
        title={[applied.join(', '), 'Product Catalogue', brand.name].filter(Boolean).join(' · ')}
        description="Browse 3000+ corporate gifts by industry, category, budget and theme, and ask for a quote."
        path="/catalogue"
      />
      <header className={classes.head}>
        {title}
        <p className={classes.subtitle} role="status" data-anonymous={isAnonymous || undefined}>
          {isSettled &&
            catalogue.isSuccess &&
            summary(isAnonymous, catalogue.products.length, catalogue.total)}
        </p>
      </header>

      <div className={classes.columns}>
        <FiltersToggle areShown={areFiltersShown} applied={applied.length} onChange={setFiltersShown} />
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
          <AppliedFilters filters={filters} onRemove={remove} onRemoveAll={clearAll} prefetch={prefetch} />
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
  /** The number of applied filters. */
  readonly applied: number
  readonly onChange: (areShown: boolean) => void
}) {
  const { areShown, applied, onChange } = props
  return (
    <Button
      className={classes.toggle}
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
      aria-expanded={areShown}
      aria-controls="filters"
      aria-description={applied === 0 ? undefined : `${applied} applied`}
      onClick={() => onChange(!areShown)}
    >
      {areShown ? 'Hide Filters' : 'Show Filters'}
      {applied > 0 && (
        <span className={classes.applied} aria-hidden>
          {applied}
        </span>
      )}
    </Button>
  )
})

function summary(isAnonymous: boolean, shown: number, total: number): string {
  if (isAnonymous) return previewSubtitle(shown, total)
  return `${writtenNumber(total, 'lakhs')} ${total === 1 ? 'product' : 'products'}`
}
