import { readLocalStorageValue } from '@mantine/hooks'

import type { Named } from '@giftwell/shared/products/products.ts'
import type { ImportKind, ImportRecord } from './product-import.ts'
import type { ProductChoices } from '../products/use-product-choices.ts'
import { type ColumnMapping, importFields, matchColumns } from './import-format.ts'

/** The names in a file that there are no records for, whatever their case; each once, as it is written first. */
export function newNames(
  records: readonly ImportRecord[],
  choices: Pick<ProductChoices, 'categories' | 'subcategoriesOf' | 'industries' | 'themes' | 'doctorTypes'>,
): { readonly kind: ImportKind; readonly names: readonly string[] }[] {
  const known = (names: readonly Named[]) => new Set(names.map(({ name }) => name.toLowerCase()))
  const missing = (there: ReadonlySet<string>, names: readonly (string | null | undefined)[]) => {
    const found = new Map<string, string>()
    for (const name of names) {
      const key = name?.toLowerCase()
      if (name && key !== undefined && !there.has(key) && !found.has(key)) found.set(key, name)
    }
    return [...found.values()]
  }
  const subcategories = new Map<string, ReadonlySet<string>>()
  for (const { id, name } of choices.categories)
    subcategories.set(name.toLowerCase(), known(choices.subcategoriesOf(id)))
  const isNewSubcategory = ({ category, subcategory }: ImportRecord) =>
    category && subcategory
      ? subcategories.get(category.toLowerCase())?.has(subcategory.toLowerCase()) !== true
      : false
  const kinds: readonly NamedKind[] = [
    { kind: 'categories', there: choices.categories, namesOf: ({ category }) => [category] },
    {
      kind: 'subcategories',
      there: [],
      namesOf: (record) => (isNewSubcategory(record) ? [record.subcategory] : []),
    },
    { kind: 'industry_tags', there: choices.industries, namesOf: ({ industries = [] }) => industries },
    {
      kind: 'doctor_type_tags',
      there: choices.doctorTypes,
      namesOf: ({ doctor_types = [] }) => doctor_types,
    },
    { kind: 'themes', there: choices.themes, namesOf: ({ themes = [] }) => themes },
  ]
  return kinds.map(({ kind, there, namesOf }) => ({
    kind,
    names: missing(known(there), records.flatMap(namesOf)),
  }))
}

interface NamedKind {
  readonly kind: ImportKind
  readonly there: readonly Named[]
  readonly namesOf: (record: ImportRecord) => readonly (string | null | undefined)[]
}

const storageKey = 'giftwell-import-columns'
const rememberedSets = 20

function remembered(): [head: string, mapping: ColumnMapping][] {
  const stored: unknown = readLocalStorageValue({ key: storageKey })
  return Array.isArray(stored) ? stored : []
}

/** What the columns were when a file with the same head was last imported, or what their titles say. */
export function recalledColumns(head: readonly string[]): ColumnMapping {
  const found = remembered().find(([known]) => known === JSON.stringify(head))?.[1]
  return Array.isArray(found)
    ? head.map((_, column) => importFields.find((field) => field === found[column]) ?? null)
    : matchColumns(head)
}

/** Remembers what the columns are: a supplier's files have the same head each time. */
export function rememberColumns(head: readonly string[], mapping: ColumnMapping): void {
  const key = JSON.stringify(head)
  const sets = [[key, mapping], ...remembered().filter(([known]) => known !== key)].slice(0, rememberedSets)
  try {
    localStorage.setItem(storageKey, JSON.stringify(sets))
  } catch {
    // A browser that forbids storage matches by titles each time.
  }
}
