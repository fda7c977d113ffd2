import type { Named, SubcategoryChoice } from '../../data/admin-products.ts'
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
