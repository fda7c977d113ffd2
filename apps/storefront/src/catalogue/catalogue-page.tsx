import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { brand } from '@giftwell/shared/domain/brand.ts'
import { previewSubtitle } from '@giftwell/shared/domain/preview.ts'
import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'

import { PageHead } from '../layout/page-head.tsx'
import classes from './catalogue-page.module.css'
import { CatalogueResults } from './catalogue-results.tsx'
import { FilterSidebar } from './filter-sidebar.tsx'
import { FilterSidebarSkeleton } from './filter-sidebar-skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { PreviewBanner } from './preview-banner.tsx'
import { useCatalogue } from './use-catalogue.ts'
import { useCatalogueFilters } from './use-catalogue-filters.ts'

/** The public catalogue (specification, section 2, Catalogue). */
export function CataloguePage() {
  const { user, isSessionReady } = useAuth()
  const { filters, options, isSettled, choose, clearAll } = useCatalogueFilters()
  const catalogue = useCatalogue(filters)
  const [areFiltersShown, setFiltersShown] = useState(false)
  const isAnonymous = isSessionReady && user === null

  return (
    <main className={classes.page} id="content">
      <PageHead
        title={`Product Catalogue · ${brand.name}`}
        description="Browse 3000+ corporate gifts by industry, category, budget and theme, and ask for a quote."
        path="/catalogue"
      />
      <header className={classes.head}>
        <h1 className={classes.title}>Product Catalogue</h1>
        <p className={classes.subtitle} role="status">
          {isSettled &&
            catalogue.isSuccess &&
            summary(isAnonymous, catalogue.products.length, catalogue.total)}
        </p>
      </header>

      <div className={classes.columns}>
        <Button
          className={classes.toggle}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          aria-expanded={areFiltersShown}
          aria-controls="filters"
          onClick={() => setFiltersShown((shown) => !shown)}
        >
          {areFiltersShown ? 'Hide Filters' : 'Show Filters'}
        </Button>
        <aside id="filters" className={classes.filters} data-shown={areFiltersShown} aria-label="Filters">
          {options.isPending && <FilterSidebarSkeleton />}
          {options.isError && <LoadFailure what="the filters" onRetry={() => void options.refetch()} />}
          {options.isSuccess && (
            <FilterSidebar filters={filters} options={options.data} onChoose={choose} onClearAll={clearAll} />
          )}
        </aside>
        <section className={classes.results} aria-labelledby="results">
          <h2 id="results" className="visually-hidden">
            Results
          </h2>
          <CatalogueResults catalogue={catalogue} isAnonymous={isAnonymous} isSettled={isSettled} />
        </section>
      </div>

      {isAnonymous && (
        <div className={classes.banner} data-covering={areFiltersShown}>
          <PreviewBanner />
        </div>
      )}
    </main>
  )
}

function summary(isAnonymous: boolean, shown: number, total: number): string {
  if (isAnonymous) return previewSubtitle(shown, total)
  return `${total.toLocaleString('en-IN')} ${total === 1 ? 'product' : 'products'}`
}
