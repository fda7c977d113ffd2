import {
  noneOfKind,
  type ProductFilter,
  type ProductListing,
  type ProductOrder,
  productHealth,
  productOrders,
} from './admin-products.ts'
import { isBudgetBand } from '@giftwell/shared/catalogue/budget.ts'
import type { ListAddress } from '../list/use-list-search-params.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const isNone = (value: string) => value === noneOfKind
const isId = (value: string) => isNone(value) || uuid.test(value)
const isYesOrNo = (value: string) => value === 'yes' || value === 'no'

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
