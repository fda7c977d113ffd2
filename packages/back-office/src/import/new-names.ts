import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import type { Named } from '@giftwell/shared/products/products.ts'
import type { ProductChoices } from '../products/product-form.ts'
import type { ReadingOptions } from './import-format.ts'
import type { ImportKind, ImportRecord } from './product-import.ts'
import { brandingName } from './row-details.ts'

type TagChoices = Pick<ProductChoices, 'industries' | 'themes' | 'doctorTypes' | 'brandingMethods'>

const keysOf = (existing: readonly Named[]) => new Set(existing.map(({ name }) => nameKey(name)))

/** Tells the tags that exist, for cells that name several. */
export function tagsAmong(choices: TagChoices): NonNullable<ReadingOptions['isKnown']> {
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
  choices: TagChoices & Pick<ProductChoices, 'categories' | 'subcategoriesOf'>,
): { readonly kind: ImportKind; readonly names: readonly string[] }[] {
  const subcategories = new Map(
    choices.categories.map(({ id, name }) => [nameKey(name), keysOf(choices.subcategoriesOf(id))]),
  )
  const newSubcategory = ({ category, subcategory }: ImportRecord) =>
    category && subcategory && subcategories.get(nameKey(category))?.has(nameKey(subcategory)) !== true
      ? subcategory
      : null
  type Written = readonly (string | null | undefined)[]
  const kinds: readonly [ImportKind, existing: readonly Named[], (record: ImportRecord) => Written][] = [
    ['categories', choices.categories, ({ category }) => [category]],
    ['subcategories', [], (record) => [newSubcategory(record)]],
    ['industry_tags', choices.industries, ({ industries = [] }) => industries],
    ['doctor_type_tags', choices.doctorTypes, ({ doctor_types: types = [] }) => types],
    ['themes', choices.themes, ({ themes = [] }) => themes],
    ['branding_methods', choices.brandingMethods, ({ branding = [] }) => branding.map(brandingName)],
  ]
  return kinds.map(([kind, existing, namesOf]) => {
    const known = keysOf(existing)
    const found = new Map<string, string>()
    for (const name of records.flatMap(namesOf))
      if (name && !known.has(nameKey(name)) && !found.has(nameKey(name))) found.set(nameKey(name), name)
    return { kind, names: [...found.values()] }
  })
}
