import { Button, CloseButton, NativeSelect } from '@mantine/core'

import type { Named, ProductFilter, ProductFilters } from '../../data/admin-products.ts'
import { budgetBands } from '../../domain/budget.ts'
import classes from './product-filters.module.css'
import type { ProductChoices } from './use-product-choices.ts'

/** A product filter with its label and options. */
interface ProductFilterControl {
  readonly filter: ProductFilter
  readonly label: string
  readonly options: readonly Named[]
}

const budgets = budgetBands.map((band) => ({ id: band, name: band }))
const yesOrNo = [
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
]

/** The available filters; subcategory only for a category that has some. */
export function productFilterControls(
  choices: ProductChoices,
  { category, subcategory }: ProductFilters,
): readonly ProductFilterControl[] {
  const subcategories = choices.subcategoriesOf(category)
  const controls: readonly ProductFilterControl[] = [
    { filter: 'category', label: 'Category', options: choices.categories },
    { filter: 'subcategory', label: 'Subcategory', options: subcategories },
    { filter: 'budget', label: 'Budget', options: budgets },
    { filter: 'industry', label: 'Industry', options: choices.industries },
    { filter: 'theme', label: 'Theme', options: choices.themes },
    { filter: 'doctor_type', label: 'Doctor Type', options: choices.doctorTypes },
    { filter: 'sample', label: 'Sample', options: yesOrNo },
    { filter: 'featured', label: 'Featured', options: yesOrNo },
  ]
  return controls.filter(
    ({ filter }) => filter !== 'subcategory' || subcategories.length > 0 || subcategory !== undefined,
  )
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
}

/** The active filters as removable chips. */
export function ProductFilterChips({ controls, filters, onChange }: ProductFilterChipsProps) {
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
          data={[
            { value: '', label: 'Any' },
            ...options.map((option) => ({ value: option.id, label: option.name })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            onChange(withFilter(filters, filter, value === '' ? undefined : value))
          }
        />
      ))}
    </fieldset>
  )
}
