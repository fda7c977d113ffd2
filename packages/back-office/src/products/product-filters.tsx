import { Button, CloseButton, Group, NativeSelect } from '@mantine/core'
import {
  noneOfKind,
  productDemand,
  type ProductFilter,
  type ProductFilters,
  productHealth,
  type ProductListing,
  type ProductOrder,
  productOrders,
} from './admin-products.ts'
import { uuidForm } from '@giftwell/shared/kernel/parse-json.ts'
import type { Named } from '@giftwell/shared/products/products.ts'
import classes from './product-filters.module.css'
import { budgets, selectOptions, type ProductChoices } from './product-form.ts'
import { isBudgetBand } from '@giftwell/shared/catalogue/budget.ts'
import type { FiltersProps } from '../list/list-filters.tsx'
import type { ListAddress } from '../list/list-views.ts'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'

interface ProductFilterControl {
  readonly filter: ProductFilter
  readonly label: string
  readonly options: readonly Named[]
}

/** Finds the products that lack something. */
const none = { id: noneOfKind, name: 'None' }
const yes = [{ id: 'yes', name: 'Yes' }]
const yesOrNo = [...yes, { id: 'no', name: 'No' }]

const health = Object.entries(productHealth).map(([id, name]) => ({ id, name }))

const demand = Object.entries(productDemand).map(([filter, label]) => ({
  filter: filter as keyof typeof productDemand, // its own keys
  label,
  options: yes,
}))

/** The available filters; the subcategories are those of the category, and figures are for administrators. */
export function productFilterControls(
  choices: ProductChoices,
  { category }: ProductFilters,
  isAdmin: boolean,
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
    ...(isAdmin ? demand : []),
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
}

/** The active filters as removable chips. */
export function ProductFilterChips({ controls, filters, onChange }: ProductFilterChipsProps) {
  const set = controls.filter(({ filter }) => filters[filter] !== undefined)
  if (set.length === 0) return null
  return (
    <Group className="line-below" gap={8} px="md" py={10}>
      <Group component="ul" gap={6} aria-label="Filters in use">
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
      </Group>
      <Button variant="subtle" size="compact-sm" onClick={() => onChange({})}>
        Clear filters
      </Button>
    </Group>
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
    <fieldset className={`${classes.panel} line-below`} id={id}>
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

const isNone = (value: string) => value === noneOfKind
const isId = (value: string) => isNone(value) || uuidForm.test(value)
const isYes = (value: string) => value === 'yes'
const isYesOrNo = (value: string) => isYes(value) || value === 'no'

const isValid: { readonly [Name in ProductFilter]: (value: string) => boolean } = {
  category: isId,
  subcategory: isId,
  industry: isId,
  theme: isId,
  doctor_type: isId,
  budget: (value) => isNone(value) || isBudgetBand(value),
  image: isNone,
  video: isNone,
  sample: isYesOrNo,
  featured: isYesOrNo,
  health: (value) => Object.hasOwn(productHealth, value),
  seen_never_asked: isYes,
  asked_never_quoted: isYes,
  quoted_declined: isYes,
  // The list's address has none.
  import: () => false,
}
const names = Object.keys(isValid) as ProductFilter[] // its own keys

/** The search, filters and order of the product list in the URL. */
export const productListAddress: ListAddress<ProductListing> = {
  read(params) {
    const order = params.get('sort') ?? ''
    const filters = names.flatMap((name) => {
      const value = params.get(name)
      return value !== null && isValid[name](value) ? [[name, value]] : []
    })
    return {
      search: params.get('search')?.trim() ?? '',
      order: isOrder(order) ? order : 'newest',
      filters: Object.fromEntries(filters),
    }
  },
  write: ({ search, order, filters }) => ({
    ...Object.fromEntries(names.map((name) => [name, filters[name]])),
    search: search || undefined,
    sort: order === 'newest' ? undefined : order,
  }),
}

function isOrder(value: string): value is ProductOrder {
  return Object.hasOwn(productOrders, value)
}

const orders: { readonly value: ProductOrder; readonly label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name-up', label: 'Name A to Z' },
  { value: 'name-down', label: 'Name Z to A' },
]

interface ProductToolsProps extends FiltersProps<ProductListing> {
  /** The filter panel, toggled by the button. */
  readonly panel: { readonly id: string; readonly isOpen: boolean; toggle(): void }
}

/** Sort order and filter button of the products. */
export function ProductTools({ listing, show, panel }: ProductToolsProps) {
  const filtersInUse = Object.keys(listing.filters).length
  return (
    <>
      <NativeSelect
        aria-label="Sort by"
        size="sm"
        value={listing.order}
        data={orders}
        onChange={({ currentTarget: { value } }) => show({ ...listing, order: value as ProductOrder })} // of `orders`
      />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.7} aria-hidden />}
        aria-expanded={panel.isOpen}
        aria-controls={panel.id}
        onClick={panel.toggle}
      >
        {filtersInUse === 0 ? 'Filters' : `Filters (${filtersInUse})`}
      </Button>
    </>
  )
}
