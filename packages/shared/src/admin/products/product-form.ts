import type { Named, Product, SubcategoryChoice } from '../../data/admin-products.ts'
import type { StoredImage } from '../../data/images/prepare-image.ts'
import { isPharmaceutical } from '../../domain/industry.ts'
import type { products } from '../../entities/products.ts'

/** What the product form's fields hold. */
export type ProductForm = ReturnType<typeof products.toForm>

/** Whether one of the checked industries brings doctor types with it (specification, section 5). */
export function hasDoctorTypes(industries: readonly Named[], checked: readonly string[]): boolean {
  return industries.some(({ id, name }) => isPharmaceutical(name) && checked.includes(id))
}

/** The subcategories that are linked to a category (specification, section 5); none without one. */
export function subcategoriesOf(
  subcategories: readonly SubcategoryChoice[],
  categoryId: string | undefined,
): SubcategoryChoice[] {
  return subcategories.filter(({ subcategory_categories }) =>
    subcategory_categories.some((link) => link.categories.id === categoryId),
  )
}

/** The image that a product shows; null for none. */
export function storedImageOf(product: Product | undefined): StoredImage | null {
  if (product === undefined || product.image_url === null) return null
  return { url: product.image_url, widths: product.image_widths, colour: product.image_colour }
}

/** An image as the form's values say it. */
export function imageInForm(image: StoredImage | null) {
  return {
    image_url: image?.url ?? '',
    image_widths: image?.widths?.map(String) ?? [],
    image_colour: image?.colour ?? '',
  } satisfies Partial<ProductForm>
}
