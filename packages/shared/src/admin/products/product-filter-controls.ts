import type { Named, ProductFilter, ProductFilters } from '../../data/admin-products.ts'
import { budgetBands } from '../../domain/budget.ts'
import type { ProductChoices } from './use-product-choices.ts'

/** One thing that the products can be narrowed by, as people see it. */
export interface ProductFilterControl {
  readonly filter: ProductFilter
  readonly label: string
  readonly options: readonly Named[]
}

const budgets = budgetBands.map((band) => ({ id: band, name: band }))
const yesOrNo = [
  { id: 'yes', name: 'Yes' },
  { id: 'no', name: 'No' },
]

/** What the products can be narrowed by; by subcategory once a category is chosen that has some. */
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

/** The filters with one of them changed, or cleared; a subcategory belongs to its category. */
export function withFilter(
  filters: ProductFilters,
  filter: ProductFilter,
  value: string | undefined,
): ProductFilters {
  const others: { [Name in ProductFilter]?: string } = { ...filters }
  delete others[filter]
  if (filter === 'category') delete others.subcategory
  return value === undefined ? others : { ...others, [filter]: value }
}
