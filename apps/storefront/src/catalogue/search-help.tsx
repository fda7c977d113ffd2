import {
  type CatalogueFilters,
  chooseFilter,
  cleanFilters,
  filterLabel,
  filterNames,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import type { CataloguePage } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { useFilterOptions } from '@giftwell/shared/catalogue/filter-options-query.ts'
import { reportMissedSearch } from '@giftwell/shared/catalogue/missed-searches.ts'
import { spokenFilters, spokenQuantity } from '@giftwell/shared/catalogue/spoken-price.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type ReactNode, useEffect } from 'react'
import { Link } from '../page/router.tsx'

import classes from './catalogue-results.module.css'
import { FilterChip } from './filter-chip.tsx'
import { productCount, useCatalogue } from './use-catalogue.ts'

interface SearchNotesProps {
  readonly q: string
  readonly found: NonNullable<CataloguePage['search']>
}

/** Names the words that matched nothing, their replacements, and the words left out. */
export function SearchNotes({ q, found }: SearchNotesProps) {
  const replaced = Object.entries(found.spelling)
  const { used = '', left_out: leftOut } = found
  useMissedSearch(leftOut && q)
  const notes = [
    leftOut &&
      `Nothing matches all of “${spokenFilters(q).words}”. Showing results for “${used}”; left out: ${leftOut.join(', ')}.`,
    replaced.length > 0 &&
      `Showing results for ${quoted(replaced.map(([, nearest]) => nearest))} instead of ${quoted(replaced.map(([typed]) => typed))}.`,
  ].filter(Boolean)
  if (notes.length === 0) return null
  return (
    <p className={classes.note} role="status">
      {notes.join(' ')}
    </p>
  )
}

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')

interface AppliedSearchProps {
  readonly q: string
  readonly filters: CatalogueFilters
  /** Reduces the search to the given words, or clears it. */
  readonly onSearch: (q?: string) => void
}

/** The words of a search among the applied filters, with the price and quantity in them unless one is selected. */
export function AppliedSearch({ q, filters, onSearch }: AppliedSearchProps) {
  const { price, quantity, said, words } = spokenFilters(q)
  return (
    <>
      {words && <FilterChip value={`“${words}”`} onRemove={() => onSearch(said)} />}
      {price && !filters.budget && (
        <FilterChip value={price.label} about="from your words" onRemove={() => onSearch(price.rest)} />
      )}
      {quantity && !filters.moq && (
        <FilterChip
          value={filterLabel('moq', quantity.quantity)}
          about="from your words"
          onRemove={() => onSearch(spokenQuantity(q)?.rest)}
        />
      )}
    </>
  )
}

interface BroadenSearchProps {
  readonly filters: CatalogueFilters
  readonly onChange: (filters: CatalogueFilters) => void
}

/** Milliseconds after which a query is no longer being typed. */
const reportDelayMs = 1000

/** Reports a search that found nothing, or not all of its words, once it is no longer being typed. */
function useMissedSearch(q: string | undefined): void {
  const backend = useBackend()
  useEffect(() => {
    if (q === undefined) return undefined
    const timer = setTimeout(() => void reportMissedSearch(backend, q), reportDelayMs)
    return () => clearTimeout(timer)
  }, [backend, q])
}

/**
 * Shown without results: the query, the filters or words to leave out with the number of products that this finds,
 * the categories, and the quote form with the query filled in.
 */
export function BroadenSearch({ filters, onChange }: BroadenSearchProps) {
  const { q, ...withoutSearch } = filters
  const { data: options } = useFilterOptions()
  useMissedSearch(filterNames.some((name) => filters[name] !== undefined) ? undefined : q)
  const said = q === undefined ? undefined : spokenFilters(q)
  const choices = filterNames.flatMap((name) => {
    const values = filters[name]
    if (values === undefined) return []
    const left = values.map((value) => filterLabel(name, value)).join(' or ')
    const broader = chooseFilter(filters, name, undefined)
    return [{ left, broader: options ? cleanFilters(broader, options) : broader }]
  })
  if (said?.price?.rest) choices.push({ left: said.price.label, broader: { ...filters, q: said.price.rest } })
  if (said?.quantity?.rest) {
    const broader = { ...filters, q: [said.price?.said, said.quantity.rest].filter(Boolean).join(' ') }
    choices.push({ left: filterLabel('moq', said.quantity.quantity), broader })
  }
  if (q !== undefined) choices.push({ left: `“${q}”`, broader: withoutSearch })
  return (
    <>
      {q !== undefined && <p>Nothing matches “{q}”.</p>}
      <div className={classes.choices}>
        {choices.map((choice) => (
          <BroaderChoice key={choice.left} {...choice} onChange={onChange} />
        ))}
      </div>
      {q !== undefined && (
        <p>
          We may be able to get it:{' '}
          <Link to="/#contact" state={{ message: `I am looking for: ${q}` }}>
            Ask us
          </Link>
        </p>
      )}
      <nav aria-label="Categories" className={classes.choices}>
        {options?.categories.map((name) => (
          <Link
            key={name}
            to={`/catalogue?category=${encodeURIComponent(name)}`}
            className={classes.category}
          >
            {name}
          </Link>
        ))}
      </nav>
    </>
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

/** Renders a text with a search's matches marked. */
export type Marker = (text: string) => ReactNode

const endings = ['', 's', 'es']

/** Marks the words of a text that are one of these, in the singular or the plural, whatever their case and accents. */
export function markerOf(terms: readonly string[]): Marker {
  const forms = new Set(
    terms.flatMap((word) => [
      ...endings.map((ending) => word + ending),
      ...(word.endsWith('y') ? [`${word.slice(0, -1)}ie`, `${word.slice(0, -1)}ies`] : []),
      ...(/fe?$/.test(word) ? [word.replace(/fe?$/, 'ves')] : []),
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
