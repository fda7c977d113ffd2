import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { reportMissedSearch } from '@giftwell/shared/data/missed-searches.ts'
import {
  type CatalogueFilters,
  chooseFilter,
  filterNames,
} from '@giftwell/shared/domain/catalogue-filters.ts'
import { useEffect } from 'react'

import classes from './catalogue-results.module.css'
import { useCatalogue } from './use-catalogue.ts'

interface LooserChoicesProps {
  readonly filters: CatalogueFilters
  readonly onChange: (filters: CatalogueFilters) => void
}

/** Words that stay for so long are no longer being typed, in ms. */
const reportedAfter = 1000

/** Where nothing is found: what to leave out, and how many products that brings. */
export function LooserChoices({ filters, onChange }: LooserChoicesProps) {
  const { q, ...withoutSearch } = filters
  const backend = useBackend()
  const isFiltered = filterNames.some((name) => filters[name] !== undefined)
  useEffect(() => {
    if (q === undefined || isFiltered) return
    const timer = setTimeout(() => void reportMissedSearch(backend, q), reportedAfter)
    return () => clearTimeout(timer)
  }, [backend, q, isFiltered])
  const choices = filterNames.flatMap((name) => {
    const values = filters[name]
    return values ? [{ left: values.join(' or '), looser: chooseFilter(filters, name, undefined) }] : []
  })
  if (q !== undefined) choices.push({ left: `“${q}”`, looser: withoutSearch })
  return (
    <div className={classes.choices}>
      {choices.map((choice) => (
        <LooserChoice key={choice.left} {...choice} onChange={onChange} />
      ))}
    </div>
  )
}

interface LooserChoiceProps extends Pick<LooserChoicesProps, 'onChange'> {
  readonly left: string
  readonly looser: CatalogueFilters
}

function LooserChoice({ left, looser, onChange }: LooserChoiceProps) {
  const { total } = useCatalogue(looser)
  if (total === 0) return null
  return (
    <button type="button" className={classes.choice} onClick={() => onChange(looser)}>
      Without {left}: {total} {total === 1 ? 'product' : 'products'}
    </button>
  )
}
