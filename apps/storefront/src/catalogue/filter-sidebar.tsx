import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'
import {
  type CatalogueFilters,
  chooseFilter,
  type FilterName,
  type FilterOptions,
  offersDoctorTypes,
  subcategoryChoices,
  unfiltered,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import type { FilterCounts } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { WhenIdle, lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { memo, useCallback, useDeferredValue, useState } from 'react'

import { FilterSection, type Section } from './filter-section.tsx'
import classes from './filter-sidebar.module.css'
import type { ResultsPrefetch } from './results-prefetcher.ts'
import { hoverHandlers } from './use-results-prefetch.ts'

const FactFilters = lazyComponent(async () => (await import('./fact-filters.tsx')).FactFilters)

interface FilterSidebarProps {
  readonly filters: CatalogueFilters
  readonly options: FilterOptions
  /** Undefined until the first results are there. */
  readonly counts: FilterCounts | undefined
  /** Whether the search has no result: then a section without any match shows no counts. */
  readonly isEmpty: boolean
  readonly onChoose: (name: FilterName, value: string | undefined, isStep?: boolean) => void
  readonly onToggle: (name: FilterName, value: string) => void
  readonly onClearAll: () => void
  /** Prefetches the results of the hovered choice. */
  readonly prefetch: ResultsPrefetch
}

/**
 * The catalogue's filters (product.md, section 2, Catalogue). Sections open and close with their choice until the
 * user does so by hand; those by facts follow once the page is idle. Only the values that a choice changes are rendered again.
 */
export const FilterSidebar = memo(function FilterSidebar(props: FilterSidebarProps) {
  const { filters, options, counts, isEmpty, onChoose, onToggle, onClearAll, prefetch } = props
  const [expandedByHand, setExpandedByHand] = useState<Partial<Record<FilterName, boolean | undefined>>>({})
  // While other results are fetched, the counts of those before.
  const [latest, setLatest] = useState(counts)
  if (counts !== undefined && latest !== counts) setLatest(counts)
  // The choice and its results are painted before the counts of other choices.
  const known = useDeferredValue(latest)
  const isNothing = useDeferredValue(isEmpty)

  const expand = useCallback((name: FilterName, isExpanded: boolean | undefined) => {
    setExpandedByHand((current) => ({ ...current, [name]: isExpanded }))
  }, [])
  const choose = useCallback(
    (name: FilterName, value: string | undefined, isStep?: boolean) => {
      expand(name, undefined)
      onChoose(name, value, isStep)
    },
    [expand, onChoose],
  )
  const toggle = useCallback(
    (name: FilterName, value: string) => {
      expand(name, true)
      onToggle(name, value)
    },
    [expand, onToggle],
  )
  const hover = useCallback(
    (name: FilterName, value: string | undefined) =>
      prefetch.onHover(`${name}=${value ?? ''}`, (now) => chooseFilter(now, name, value)),
    [prefetch],
  )
  const clear = useCallback(() => {
    setExpandedByHand({})
    onClearAll()
  }, [onClearAll])

  function show(section: Section, counts: FilterCounts | undefined, isOpen: boolean) {
    const { name } = section
    return (
      <FilterSection
        key={name}
        {...section}
        selected={filters[name] ?? none}
        counts={counts && (counts[name] ?? (isNothing ? undefined : noCounts))}
        isExpanded={expandedByHand[name] ?? isOpen}
        onExpandedChange={expand}
        onChoose={choose}
        onToggle={toggle}
        onHover={hover}
        onLeave={prefetch.onLeave}
      />
    )
  }

  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <h2 className={classes.title}>Filters</h2>
        <ClearAll onClear={clear} prefetch={prefetch} />
      </div>
      {sectionsFor(filters, options).map((each) => show(each, known, filters[each.name] === undefined))}
      <WhenIdle>
        <FactFilters filters={filters} options={options} expanded={expandedByHand}>
          {show}
        </FactFilters>
      </WhenIdle>
    </div>
  )
})

interface ClearAllProps {
  readonly onClear: () => void
  readonly prefetch: ResultsPrefetch
}

const ClearAll = memo(function ClearAll({ onClear, prefetch }: ClearAllProps) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      {...hoverHandlers(() => prefetch.onHover('', unfiltered), prefetch.onLeave)}
      onClick={onClear}
    >
      Clear All
    </Button>
  )
})

const none: readonly string[] = []
const noCounts: Readonly<Record<string, number>> = {}

/** The sections that are visible beside the choices made so far; a site may have no values of one. */
function sectionsFor(filters: CatalogueFilters, options: FilterOptions): readonly Section[] {
  const { industries, categories, themes } = options
  const doctorTypes = offersDoctorTypes(filters, options) ? options.doctorTypes : []
  const subcategories = subcategoryChoices(filters, options)
  const sections: readonly Section[] = [
    { name: 'budget', title: 'Budget', values: budgetBands },
    { name: 'industry', title: 'Industry', values: industries },
    { name: 'doctorType', title: 'Doctor Type', values: doctorTypes },
    { name: 'category', title: 'Category', values: categories },
    { name: 'subcategory', title: 'Subcategory', values: subcategories },
    { name: 'theme', title: 'Theme', values: themes },
  ]
  return sections.filter(({ values }) => values.length > 0)
}

const lines = 9

/** The shape of the filters while their options load. */
export function FilterSidebarSkeleton() {
  return (
    <div role="status" aria-label="Loading filters" className={classes.skeleton}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={classes.line} />
      ))}
    </div>
  )
}
