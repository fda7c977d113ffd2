import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { type CatalogueSort, catalogueSorts } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { previewSubtitle } from '@giftwell/shared/catalogue/preview.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { LazyBoundary, lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { claimsOf } from '@giftwell/shared/kernel/brand.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type FocusEvent, type KeyboardEvent, memo, useMemo, useState } from 'react'

import { PageHead } from '../page/page-head.tsx'
import { AppliedFilters, appliedValues } from './applied-filters.tsx'
import classes from './catalogue-page.module.css'
import { CatalogueResults } from './catalogue-results.tsx'
import { FilterSidebar, FilterSidebarSkeleton } from './filter-sidebar.tsx'
import { LoadFailure } from '../page/load-failure.tsx'
import { PreviewBanner } from './preview-cards.tsx'
import { MarkerContext, useMarker } from './product-card.tsx'
import { productCount, useCatalogue, useCatalogueFilters } from './use-catalogue.ts'
import { useResultsPrefetch } from './use-results-prefetch.ts'

const SearchNotes = lazyComponent(async () => (await import('./search-help.tsx')).SearchNotes)

/** The same for every choice of filters. */
const title = <h1 className="page-title">Product Catalogue</h1>
const banner = <PreviewBanner />

/** The public catalogue (product.md, section 2, Catalogue). */
export function CataloguePage() {
  const site = useSite()
  const { products } = claimsOf(site)
  const gifts = products === undefined ? 'corporate gifts' : `${products} corporate gifts`
  const { user, isSessionReady } = useAuth()
  const { filters, entry, options, areFiltersResolved, choose, toggle, clearAll, search, sortBy, show } =
    useCatalogueFilters()
  const catalogue = useCatalogue(filters)
  const prefetch = useResultsPrefetch(filters)
  const marker = useMarker(catalogue.search?.words)
  const [areFiltersOpen, setFiltersOpen] = useState(false)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const isAnonymous = isSessionReady && user === null
  const applied = useMemo(() => appliedValues(filters).map(([, , label]) => label), [filters])
  // The answer has null for words that only say a price.
  const isSearch = filters.q !== undefined && catalogue.search !== null
  const isEmpty = catalogue.isSuccess && catalogue.total === 0

  /** Leaves the sheet of small screens for the results. */
  function closeSheet() {
    setFiltersOpen(false)
    focusElement(document.getElementById('results'))
    document.getElementById('results')?.scrollIntoView()
  }
  /** The focus must not go on behind the sheet. */
  function closeBehind({ relatedTarget }: FocusEvent) {
    const isLeft =
      relatedTarget instanceof Element && !relatedTarget.closest('#filters, [aria-controls=filters]')
    if (isLeft) setFiltersOpen(false)
  }
  function closeByKey({ key, currentTarget }: KeyboardEvent) {
    if (key !== 'Escape' || !areFiltersOpen) return
    setFiltersOpen(false)
    currentTarget.querySelector<HTMLElement>('[aria-controls=filters]')?.focus()
  }

  return (
    <main className={classes.page} id="content">
      <PageHead
        title={[filters.q, applied.join(', '), 'Product Catalogue', site.name].filter(Boolean).join(' · ')}
        description={`Browse ${gifts} by industry, category, budget and theme, and ask for a quote.`}
        path="/catalogue"
      />
      <header className={classes.head}>
        {title}
        <p className={classes.subtitle} role="status" data-anonymous={isAnonymous || undefined}>
          {areFiltersResolved &&
            catalogue.isSuccess &&
            (isAnonymous
              ? previewSubtitle(catalogue.products.length, catalogue.total)
              : productCount(catalogue.total))}
        </p>
      </header>

      {user === null && (
        <div className={`${classes.banner} no-print`} data-anonymous>
          {banner}
        </div>
      )}

      {/* It delegates the events of its controls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={classes.columns} onBlur={closeBehind} onKeyDown={closeByKey}>
        <div className={`${classes.bar} no-print`}>
          <FiltersToggle areOpen={areFiltersOpen} applied={applied.length} onChange={setFiltersOpen} />
          <SortSelect sort={filters.sort} isSearch={isSearch} onChange={sortBy} />
          <div ref={setTools} className={classes.tools} />
        </div>
        <aside
          id="filters"
          className={`${classes.filters} no-print`}
          data-open={areFiltersOpen}
          aria-label="Filters"
        >
          {options.isPending && <FilterSidebarSkeleton />}
          {options.isError && <LoadFailure what="the filters" onRetry={() => void options.refetch()} />}
          {options.isSuccess && (
            <FilterSidebar
              filters={filters}
              options={options.data}
              counts={catalogue.counts}
              isEmpty={isEmpty}
              onChoose={choose}
              onToggle={toggle}
              onClearAll={clearAll}
              prefetch={prefetch}
            />
          )}
          {areFiltersOpen && (
            <div className={classes.sheetEnd}>
              <Button data-block onClick={closeSheet}>
                {areFiltersResolved && catalogue.isSuccess
                  ? `Show ${productCount(catalogue.total)}`
                  : 'Show products'}
              </Button>
            </div>
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
          <AppliedFilters
            filters={filters}
            onRemove={toggle}
            onRemoveAll={clearAll}
            onSearch={search}
            prefetch={prefetch}
          />
          {catalogue.search && (
            <LazyBoundary>
              <SearchNotes q={filters.q ?? ''} found={catalogue.search} />
            </LazyBoundary>
          )}
          <MarkerContext value={marker}>
            <CatalogueResults
              entry={entry}
              catalogue={catalogue}
              tools={tools}
              filters={filters}
              onChange={show}
              isAnonymous={isAnonymous}
              areFiltersResolved={areFiltersResolved}
            />
          </MarkerContext>
        </section>
      </div>
    </main>
  )
}

const FiltersToggle = memo(function FiltersToggle(props: {
  readonly areOpen: boolean
  readonly applied: number
  readonly onChange: (areOpen: boolean) => void
}) {
  const { areOpen, applied, onChange } = props
  return (
    <Button
      className={classes.toggle}
      data-open={areOpen || undefined}
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
      aria-expanded={areOpen}
      aria-controls="filters"
      aria-description={applied === 0 ? undefined : `${applied} applied`}
      onClick={() => onChange(!areOpen)}
    >
      {areOpen ? 'Hide Filters' : 'Show Filters'}
      {applied > 0 && (
        <span className={classes.applied} aria-hidden>
          {applied}
        </span>
      )}
    </Button>
  )
})

interface SortSelectProps {
  /** Undefined for the first order. */
  readonly sort: CatalogueSort | undefined
  /** Whether the first order is by relevance. */
  readonly isSearch: boolean
  readonly onChange: (sort: string) => void
}

const names: Readonly<Record<CatalogueSort, string>> = {
  newest: 'Newest',
  name: 'Name',
  'budget-asc': 'Budget: low to high',
  'budget-desc': 'Budget: high to low',
}

/** The order of the results. */
const SortSelect = memo(function SortSelect({ sort, isSearch, onChange }: SortSelectProps) {
  return (
    <p className={classes.sort}>
      <label htmlFor="sort">Sort by</label>
      <select
        id="sort"
        className={classes.select}
        value={sort ?? (isSearch ? '' : 'newest')}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {isSearch && <option value="">Relevance</option>}
        {catalogueSorts.map((value) => (
          <option key={value} value={value}>
            {names[value]}
          </option>
        ))}
      </select>
    </p>
  )
})
