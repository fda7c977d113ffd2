import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import type { Named } from '@giftwell/shared/products/products.ts'
import type { ProductChoices } from '../products/product-form.ts'
import type { ReadingOptions } from './import-format.ts'
import type { ImportKind, ImportRecord } from './product-import.ts'
import { brandingName } from './row-details.ts'

type Choices = Pick<
  ProductChoices,
  'categories' | 'subcategoriesOf' | 'industries' | 'themes' | 'doctorTypes' | 'brandingMethods'
>

const keysOf = (existing: readonly Named[]) => new Set(existing.map(({ name }) => nameKey(name)))

/** Tells the tags that exist, for cells that name several. */
export function tagsAmong(choices: Choices): NonNullable<ReadingOptions['isKnown']> {
  const keys = {
    industries: keysOf(choices.industries),
    doctor_types: keysOf(choices.doctorTypes),
    themes: keysOf(choices.themes),
    branding: keysOf(choices.brandingMethods),
  }
  return (field, name) => keys[field].has(nameKey(name))
}

/** The names in a file that there are no records for; each once, as it is written first. */
export function newNames(
  records: readonly ImportRecord[],
  choices: Choices,
): { readonly kind: ImportKind; readonly names: readonly string[] }[] {
  const missing = (
    kind: ImportKind,
    existing: readonly Named[],
    names: readonly (string | null | undefined)[],
  ) => {
    const seen = keysOf(existing)
    const isNew = (name: string | null | undefined): name is string => {
      if (!name || seen.has(nameKey(name))) return false
      seen.add(nameKey(name))
      return true
    }
    return { kind, names: names.filter(isNew) }
  }
  const subcategories = new Map(
    choices.categories.map(({ id, name }) => [nameKey(name), keysOf(choices.subcategoriesOf(id))]),
  )
  const newSubcategory = ({ category, subcategory }: ImportRecord) =>
    category && subcategory && subcategories.get(nameKey(category))?.has(nameKey(subcategory)) !== true
      ? subcategory
      : null
  return [
    missing(
      'categories',
      choices.categories,
      records.map(({ category }) => category),
    ),
    missing('subcategories', [], records.map(newSubcategory)),
    missing(
      'industry_tags',
      choices.industries,
      records.flatMap(({ industries = [] }) => industries),
    ),
    missing(
      'doctor_type_tags',
      choices.doctorTypes,
      records.flatMap(({ doctor_types: types = [] }) => types),
    ),
    missing(
      'themes',
      choices.themes,
      records.flatMap(({ themes = [] }) => themes),
    ),
    missing(
      'branding_methods',
      choices.brandingMethods,
      records.flatMap(({ branding = [] }) => branding.map(brandingName)),
    ),
  ]
}
