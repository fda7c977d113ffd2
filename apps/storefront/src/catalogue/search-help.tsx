import {
  type CatalogueFilters,
  chooseFilter,
  filterNames,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { reportMissedSearch } from '@giftwell/shared/catalogue/missed-searches.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type ReactNode, useEffect } from 'react'

import classes from './catalogue-results.module.css'
import { productCount, useCatalogue } from './use-catalogue.ts'

/** Shows which words matched nothing, and which were searched for instead. */
export function SearchNotes({ spelling }: { readonly spelling: Readonly<Record<string, string>> }) {
  const replaced = Object.entries(spelling)
  if (replaced.length === 0) return null
  return (
    <p className={classes.note} role="status">
      Showing results for {replaced.map(([, nearest]) => `“${nearest}”`).join(', ')} instead of{' '}
      {replaced.map(([typed]) => `“${typed}”`).join(', ')}.
    </p>
  )
}

interface BroadenSearchProps {
  readonly filters: CatalogueFilters
  readonly onChange: (filters: CatalogueFilters) => void
}

/** Milliseconds after which a query is no longer being typed. */
const reportDelayMs = 1000

/** Where nothing is found: what to leave out, and how many products that brings. */
export function BroadenSearch({ filters, onChange }: BroadenSearchProps) {
  const { q, ...withoutSearch } = filters
  const backend = useBackend()
  const isFiltered = filterNames.some((name) => filters[name] !== undefined)
  useEffect(() => {
    if (q === undefined || isFiltered) return
    const timer = setTimeout(() => void reportMissedSearch(backend, q), reportDelayMs)
    return () => clearTimeout(timer)
  }, [backend, q, isFiltered])
  const choices = filterNames.flatMap((name) => {
    const values = filters[name]
    return values ? [{ left: values.join(' or '), broader: chooseFilter(filters, name, undefined) }] : []
  })
  if (q !== undefined) choices.push({ left: `“${q}”`, broader: withoutSearch })
  return (
    <div className={classes.choices}>
      {choices.map((choice) => (
        <BroaderChoice key={choice.left} {...choice} onChange={onChange} />
      ))}
    </div>
  )
}

interface BroaderChoiceProps extends Pick<BroadenSearchProps, 'onChange'> {
  readonly left: string
  readonly broader: CatalogueFilters
}

function BroaderChoice({ left, broader, onChange }: BroaderChoiceProps) {
  const { total } = useCatalogue(broader)
  if (total === 0) return null
  return (
    <button type="button" className={classes.choice} onClick={() => onChange(broader)}>
      Without {left}: {productCount(total)}
    </button>
  )
}

/** Renders a text, with what a search has found in it marked. */
export type Marker = (text: string) => ReactNode

const endings = ['', 's', 'es']

/** Marks the words of a text that are one of these, in the singular or the plural, whatever their case and accents. */
export function markerOf(terms: readonly string[]): Marker {
  const forms = new Set(
    terms.flatMap((word) => [
      ...endings.map((ending) => word + ending),
      ...(word.endsWith('y') ? [`${word.slice(0, -1)}ie`, `${word.slice(0, -1)}ies`] : []),
    ]),
  )
  return (text) =>
    text
      .split(/([\p{L}\p{N}\p{M}]+)/u)
      // By position: the text does not change.
      // oxlint-disable-next-line react/no-array-index-key
      .map((part, index) => (forms.has(folded(part)) ? <mark key={index}>{part}</mark> : part))
}

function folded(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
