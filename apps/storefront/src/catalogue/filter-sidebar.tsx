import { budgetBands } from '@giftwell/shared/domain/budget.ts'
import {
  type CatalogueFilters,
  chooseFilter,
  type FilterName,
  type FilterOptions,
  subcategoryChoices,
} from '@giftwell/shared/domain/catalogue-filters.ts'
import { hasDoctorTypes } from '@giftwell/shared/domain/industry.ts'
import { Button } from '@mantine/core'
import { memo, useCallback, useMemo, useState } from 'react'

import { FilterSection } from './filter-section.tsx'
import classes from './filter-sidebar.module.css'
import { hoverHandlers, type ResultsPrefetch } from './use-results-prefetch.ts'

interface FilterSidebarProps {
  readonly filters: CatalogueFilters
  readonly options: FilterOptions
  readonly onChoose: (name: FilterName, value: string | undefined, isStep?: boolean) => void
  readonly onClearAll: () => void
  /** Prefetches the results of the hovered choice. */
  readonly prefetch: ResultsPrefetch
}

interface Section {
  readonly name: FilterName
  readonly title: string
  readonly values: readonly string[]
}

/**
 * The catalogue's filters (specification, section 2, Catalogue). Sections open and close with their choice until the
 * user does so by hand. After a choice only the sections that it changes are rendered.
 */
export const FilterSidebar = memo(function FilterSidebar(props: FilterSidebarProps) {
  const { filters, options, onChoose, onClearAll, prefetch } = props
  const [expandedByHand, setExpandedByHand] = useState<Partial<Record<FilterName, boolean>>>({})
  const { industry, category } = filters
  const sections = useMemo(() => sectionsFor(industry, category, options), [industry, category, options])

  const settle = useCallback(
    (name: FilterName) => setExpandedByHand(({ [name]: _own, ...others }) => others),
    [],
  )
  const expand = useCallback(
    (name: FilterName, isExpanded: boolean) =>
      setExpandedByHand((current) => ({ ...current, [name]: isExpanded })),
    [],
  )
  const choose = useCallback(
    (name: FilterName, value: string | undefined, isStep?: boolean) => {
      settle(name)
      onChoose(name, value, isStep)
    },
    [settle, onChoose],
  )
  const hover = useCallback(
    (name: FilterName, value: string | undefined) =>
      prefetch.onHover(`${name}=${value ?? ''}`, (now) => chooseFilter(now, name, value)),
    [prefetch],
  )

  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <h2 className={classes.title}>Filters</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          {...hoverHandlers(() => prefetch.onHover('', () => ({})), prefetch.onLeave)}
          onClick={() => {
            setExpandedByHand({})
            onClearAll()
          }}
        >
          Clear All
        </Button>
      </div>
      {sections.map(({ name, title, values }) => (
        <FilterSection
          key={name}
          name={name}
          title={title}
          values={values}
          chosen={filters[name]}
          isExpanded={expandedByHand[name] ?? filters[name] === undefined}
          onExpandedChange={expand}
          onSettle={settle}
          onChoose={choose}
          onHover={hover}
          onLeave={prefetch.onLeave}
        />
      ))}
    </div>
  )
})

/** The sections that are shown beside the choices made so far. */
function sectionsFor(
  industry: string | undefined,
  category: string | undefined,
  options: FilterOptions,
): readonly Section[] {
  const subcategories = category === undefined ? [] : subcategoryChoices({ category }, options)
  return [
    { name: 'industry', title: 'Industry', values: names(options.industries) },
    ...(hasDoctorTypes(industry)
      ? [{ name: 'doctorType', title: 'Doctor Type', values: names(options.doctorTypes) } as const]
      : []),
    { name: 'category', title: 'Category', values: names(options.categories) },
    ...(subcategories.length > 0
      ? [{ name: 'subcategory', title: 'Subcategory', values: names(subcategories) } as const]
      : []),
    { name: 'budget', title: 'Budget', values: budgetBands },
    { name: 'theme', title: 'Theme', values: names(options.themes) },
  ]
}

const namesOf = new WeakMap<readonly { name: string }[], readonly string[]>()

/** The names of options; the same list of options gives the same list of names. */
function names(options: readonly { name: string }[]): readonly string[] {
  const known = namesOf.get(options) ?? options.map((option) => option.name)
  namesOf.set(options, known)
  return known
}
