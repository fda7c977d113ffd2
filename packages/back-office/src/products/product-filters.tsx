import { Button, CloseButton, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'

import { noneOfKind, type ProductFilter, type ProductFilters, productHealth } from './admin-products.ts'
import type { Named } from '@giftwell/shared/products/products.ts'
import classes from './product-filters.module.css'
import { budgets, selectOptions, type ProductChoices } from './use-product-choices.ts'

/** A product filter with its label and options. */
interface ProductFilterControl {
  readonly filter: ProductFilter
  readonly label: string
  readonly options: readonly Named[]
}

/** Finds the products that lack something. */
const none = { id: noneOfKind, name: 'None' }
const yesOrNo = [
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
]

const health = Object.entries(productHealth).map(([id, name]) => ({ id, name }))

/** The available filters; the subcategories are those of the category. */
export function productFilterControls(
  choices: ProductChoices,
  { category }: ProductFilters,
): readonly ProductFilterControl[] {
  return [
    { filter: 'category', label: 'Category', options: [none, ...choices.categories] },
    { filter: 'subcategory', label: 'Subcategory', options: [none, ...choices.subcategoriesOf(category)] },
    { filter: 'budget', label: 'Budget', options: [none, ...budgets] },
    { filter: 'industry', label: 'Industry', options: [none, ...choices.industries] },
    { filter: 'theme', label: 'Theme', options: [none, ...choices.themes] },
    { filter: 'doctor_type', label: 'Doctor Type', options: [none, ...choices.doctorTypes] },
    { filter: 'image', label: 'Image', options: [none] },
    { filter: 'video', label: 'Video', options: [none] },
    { filter: 'sample', label: 'Sample', options: yesOrNo },
    { filter: 'featured', label: 'Featured', options: yesOrNo },
    { filter: 'health', label: 'To fix', options: health },
  ]
}

/** Sets or clears one filter; a change of category clears the subcategory. */
function withFilter(
  filters: ProductFilters,
  filter: ProductFilter,
  value: string | undefined,
): ProductFilters {
  const others: { [Name in ProductFilter]?: string } = { ...filters }
  delete others[filter]
  if (filter === 'category') delete others.subcategory
  return value === undefined ? others : { ...others, [filter]: value }
}

interface ProductFilterChipsProps {
  readonly controls: readonly ProductFilterControl[]
  readonly filters: ProductFilters
  readonly onChange: (filters: ProductFilters) => void
  /** Buttons beside the chips. */
  readonly children?: ReactNode
}

/** The active filters as removable chips. */
export function ProductFilterChips({ controls, filters, onChange, children }: ProductFilterChipsProps) {
  const set = controls.filter(({ filter }) => filters[filter] !== undefined)
  if (set.length === 0) return null
  return (
    <div className={classes.chips}>
      <ul className={classes.list} aria-label="Filters in use">
        {set.map(({ filter, label, options }) => (
          <li key={filter} className={classes.chip}>
            {label}: {options.find(({ id }) => id === filters[filter])?.name ?? 'unknown'}
            <CloseButton
              size="sm"
              radius="xl"
              aria-label={`Clear ${label}`}
              onClick={() => onChange(withFilter(filters, filter, undefined))}
            />
          </li>
        ))}
      </ul>
      <Button variant="subtle" size="compact-sm" onClick={() => onChange({})}>
        Clear filters
      </Button>
      {children}
    </div>
  )
}

interface ProductFilterPanelProps {
  readonly id: string
  readonly controls: readonly ProductFilterControl[]
  readonly filters: ProductFilters
  readonly onChange: (filters: ProductFilters) => void
}

/** The selects of all filters, which apply at once. */
export function ProductFilterPanel({ id, controls, filters, onChange }: ProductFilterPanelProps) {
  return (
    <fieldset className={classes.panel} id={id}>
      <legend className="visually-hidden">Filters</legend>
      {controls.map(({ filter, label, options }) => (
        <NativeSelect
          key={filter}
          label={label}
          size="sm"
          value={filters[filter] ?? ''}
          data={[{ value: '', label: 'Any' }, ...selectOptions(options)]}
          onChange={({ currentTarget: { value } }) =>
            onChange(withFilter(filters, filter, value === '' ? undefined : value))
          }
        />
      ))}
    </fieldset>
  )
}
