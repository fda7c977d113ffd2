import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { reportMissedSearch } from '@giftwell/shared/catalogue/missed-searches.ts'
import {
  type CatalogueFilters,
  chooseFilter,
  filterNames,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { useEffect } from 'react'

import classes from './catalogue-results.module.css'
import { useCatalogue } from './use-catalogue.ts'

interface BroadenSearchProps {
  readonly filters: CatalogueFilters
  readonly onChange: (filters: CatalogueFilters) => void
}

/** Words that stay for so long are no longer being typed, in ms. */
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
      Without {left}: {total} {total === 1 ? 'product' : 'products'}
    </button>
  )
}
