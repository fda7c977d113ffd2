import { budgetBands } from '@giftwell/shared/domain/budget.ts'
import {
  type CatalogueFilters,
  type FilterName,
  type FilterOptions,
  subcategoryChoices,
} from '@giftwell/shared/domain/catalogue-filters.ts'
import { hasDoctorTypes } from '@giftwell/shared/domain/industry.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { FilterSection } from './filter-section.tsx'
import classes from './filter-sidebar.module.css'

interface FilterSidebarProps {
  readonly filters: CatalogueFilters
  readonly options: FilterOptions
  readonly onChoose: (name: FilterName, value: string | undefined) => void
  readonly onClearAll: () => void
}

interface Section {
  readonly name: FilterName
  readonly title: string
  readonly values: readonly string[]
}

/** The catalogue's filters (specification, section 2, Catalogue). Sections open and close by themselves until somebody does it by hand. */
export function FilterSidebar({ filters, options, onChoose, onClearAll }: FilterSidebarProps) {
  const [byHand, setByHand] = useState<Partial<Record<FilterName, boolean>>>({})

  function settle(name: FilterName) {
    setByHand(({ [name]: _own, ...others }) => others)
  }

  return (
    <div className={classes.root}>
      <div className={classes.head}>
        <h2 className={classes.title}>Filters</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setByHand({})
            onClearAll()
          }}
        >
          Clear All
        </Button>
      </div>
      {sectionsFor(filters, options).map(({ name, title, values }) => (
        <FilterSection
          key={name}
          title={title}
          values={values}
          chosen={filters[name]}
          isExpanded={byHand[name] ?? filters[name] === undefined}
          onExpandedChange={(isExpanded) => setByHand((current) => ({ ...current, [name]: isExpanded }))}
          onSettle={() => settle(name)}
          onChoose={(value) => {
            settle(name)
            onChoose(name, value)
          }}
        />
      ))}
    </div>
  )
}

/** The sections that are shown beside the choices made so far. */
function sectionsFor(filters: CatalogueFilters, options: FilterOptions): readonly Section[] {
  const subcategories = subcategoryChoices(filters, options)
  return [
    { name: 'industry', title: 'Industry', values: names(options.industries) },
    ...(hasDoctorTypes(filters.industry)
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

function names(options: readonly { name: string }[]): readonly string[] {
  return options.map((option) => option.name)
}
