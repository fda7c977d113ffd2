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
  store(storageKey, sets)
}

const signsKey = 'giftwell-import-signs'

/** Signs that usually separate values. */
const usualSigns: readonly UnclearSign[] = ['/', '-']

function rememberedSigns(): Readonly<Record<string, unknown>> {
  return recordOf(readLocalStorageValue({ key: signsKey }))
}

/** Whether it is known which signs separate values in the lists of a supplier, and those that do. */
export function recalledSigns(supplier: string): {
  readonly isKnown: boolean
  readonly signs: readonly UnclearSign[]
} {
  const stored = rememberedSigns()[nameKey(supplier)]
  return Array.isArray(stored)
    ? { isKnown: true, signs: unclearSigns.filter((sign) => stored.includes(sign)) }
    : { isKnown: false, signs: usualSigns }
}

/** Remembers which signs separate values in the lists of a supplier. */
export function rememberSigns(supplier: string, signs: readonly UnclearSign[]): void {
  store(signsKey, { ...rememberedSigns(), [nameKey(supplier)]: signs })
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A browser that forbids storage asks each time.
  }
}
