import { readLocalStorageValue } from '@mantine/hooks'

import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { type ColumnMapping, importFields, matchColumns } from './import-columns.ts'
import { type UnclearSign, unclearSigns } from './list-cells.ts'

const storageKey = 'giftwell-import-columns'
const rememberedSets = 20

function remembered(): [head: string, mapping: ColumnMapping][] {
  const stored: unknown = readLocalStorageValue({ key: storageKey })
  return Array.isArray(stored) ? stored : []
}

/** The meaning of the columns from the last file with the same titles, else from the titles. */
export function recalledColumns(head: readonly string[]): ColumnMapping {
  const found = remembered().find(([known]) => known === JSON.stringify(head))?.[1]
  return Array.isArray(found)
    ? head.map((_, column) => importFields.find((field) => field === found[column]) ?? null)
    : matchColumns(head)
}

/** Stores the meaning of the columns, since a supplier's files have the same titles each time. */
export function rememberColumns(head: readonly string[], mapping: ColumnMapping): void {
  const key = JSON.stringify(head)
  const sets = [[key, mapping], ...remembered().filter(([known]) => known !== key)].slice(0, rememberedSets)
  store(storageKey, sets)
}

const signsKey = 'giftwell-import-signs'

/** Signs that usually separate values. */
const usualSigns = new Set<UnclearSign>(['/', '-', 'or'])

function rememberedSigns(): Readonly<Record<string, unknown>> {
  return recordOf(readLocalStorageValue({ key: signsKey }))
}

/** The signs that separate values in a supplier's lists, and those with a known answer. */
export function recalledSigns(supplier: string): {
  readonly known: readonly UnclearSign[]
  readonly signs: readonly UnclearSign[]
} {
  const stored = recordOf(rememberedSigns()[nameKey(supplier)])
  return {
    known: unclearSigns.filter((sign) => sign in stored),
    signs: unclearSigns.filter((sign) => stored[sign] ?? usualSigns.has(sign)),
  }
}

/** Remembers which of the signs in a list separate values for its supplier. */
export function rememberSigns(
  supplier: string,
  inList: Iterable<UnclearSign>,
  signs: readonly UnclearSign[],
): void {
  const all = rememberedSigns()
  const answers = Object.fromEntries([...inList].map((sign) => [sign, signs.includes(sign)]))
  store(signsKey, { ...all, [nameKey(supplier)]: { ...recordOf(all[nameKey(supplier)]), ...answers } })
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A browser that forbids storage asks each time.
  }
}
