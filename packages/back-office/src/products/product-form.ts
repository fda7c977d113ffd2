import {
  type IndustryChoice,
  industryChoicesQuery,
  type SubcategoryChoice,
  subcategoryChoicesQuery,
} from './admin-products.ts'
import type { Named, Product, products } from '@giftwell/shared/products/products.ts'
import type { StoredImage } from '@giftwell/shared/images/prepare-image.ts'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import * as taxonomy from '@giftwell/shared/catalogue/taxonomy.ts'
import { namesQuery } from '@giftwell/shared/kernel/entity.ts'
import { budgetBands } from '@giftwell/shared/catalogue/budget.ts'

/** The values of the product form. */
export type ProductForm = ReturnType<typeof products.toForm>

/** Whether a checked industry has doctor types (product.md, section 5). */
export function anyHasDoctorTypes(
  industries: ProductChoices['industries'],
  checked: readonly string[],
): boolean {
  return industries.some((industry) => industry.has_doctor_types && checked.includes(industry.id))
}

/** The subcategories of a category (product.md, section 5). */
export function subcategoriesOf(
  subcategories: readonly SubcategoryChoice[],
  categoryId: string | undefined,
): SubcategoryChoice[] {
  return subcategories.filter(({ subcategory_categories }) =>
    subcategory_categories.some((link) => link.categories.id === categoryId),
  )
}

/** The product's image, or null. */
export function storedImageOf(product: Product | undefined): StoredImage | null {
  if (product === undefined || product.image_url === null) return null
  return { url: product.image_url, widths: product.image_widths, colour: product.image_colour }
}

/** The image in a form's values, or null. */
export function imageOf({ image_url: url, image_widths, image_colour }: ProductForm): StoredImage | null {
  if (url === '') return null
  return {
    url,
    widths: image_widths.length === 0 ? null : image_widths.map(Number),
    colour: image_colour || null,
  }
}

/** A picture of the form as it is stored. */
export function imageOfRow({ url, widths, colour }: ProductForm['pictures'][number]): StoredImage {
  return { url, widths: widths === '' ? null : widths.split(',').map(Number), colour: colour || null }
}

/** What colours point at for the first picture as long as it is not stored. */
export function unstoredPicture({ image_url: former }: Pick<ProductForm, 'image_url'>): string {
  return former || 'first'
}

/** The colours of a form whose first picture is stored now. */
export function coloursOfStored(form: ProductForm, url: string): ProductForm['colours'] {
  const key = unstoredPicture(form)
  return form.colours.map((colour) => (colour.picture === key ? { ...colour, picture: url } : colour))
}

/** An image as form values. */
export function imageInForm(image: StoredImage | null) {
  return {
    image_url: image?.url ?? '',
    image_widths: image?.widths?.map(String) ?? [],
    image_colour: image?.colour ?? '',
  } satisfies Partial<ProductForm>
}

/** A budget band's id is its name. */
export const budgets: readonly Named[] = budgetBands.map((band) => ({ id: band, name: band }))

/** Records as the options of a select. */
export function selectOptions(records: readonly Named[]): { value: string; label: string }[] {
  return records.map(({ id, name }) => ({ value: id, label: name }))
}

/** The options of the product form, each sorted by name. */
export interface ProductChoices {
  readonly categories: readonly Named[]
  readonly subcategoriesOf: (categoryId: string | undefined) => readonly Named[]
  readonly subcategories: readonly Named[]
  readonly industries: readonly IndustryChoice[]
  readonly doctorTypes: readonly Named[]
  readonly themes: readonly Named[]
  readonly brandingMethods: readonly Named[]
  /** The error of a list that failed to load. */
  readonly error: Error | null
  readonly retry: () => void
}

/** Fetches the options of products (product.md, section 7, Products); empty while loading. */
export function useProductChoices(): ProductChoices {
  const backend = useBackend()
  const categories = useQuery(namesQuery(backend, taxonomy.categories))
  const subcategories = useQuery(subcategoryChoicesQuery(backend))
  const industries = useQuery(industryChoicesQuery(backend))
  const doctorTypes = useQuery(namesQuery(backend, taxonomy.doctorTypeTags))
  const themes = useQuery(namesQuery(backend, taxonomy.themes))
  const brandingMethods = useQuery(namesQuery(backend, taxonomy.brandingMethods))
  const lists = [categories, subcategories, industries, doctorTypes, themes, brandingMethods]
  const failed = lists.filter((list) => list.isError)
  return {
    categories: categories.data ?? [],
    subcategories: subcategories.data ?? [],
    subcategoriesOf: (categoryId) => subcategoriesOf(subcategories.data ?? [], categoryId),
    industries: industries.data ?? [],
    doctorTypes: doctorTypes.data ?? [],
    themes: themes.data ?? [],
    brandingMethods: brandingMethods.data ?? [],
    error: failed[0]?.error ?? null,
    retry: () => void Promise.all(failed.map((list) => list.refetch())),
  }
}
