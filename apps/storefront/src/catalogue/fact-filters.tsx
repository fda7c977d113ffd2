import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import {
  type CatalogueFilters,
  factFilterNames,
  type FilterName,
  type FilterOptions,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import type { FilterCounts } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { factCountsQuery } from '@giftwell/shared/catalogue/fact-counts-query.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'

import type { Section } from './filter-section.tsx'

interface FactFiltersProps {
  readonly filters: CatalogueFilters
  readonly options: FilterOptions
  /** The sections that were opened or closed by hand. */
  readonly expanded: Partial<Record<FilterName, boolean | undefined>>
  readonly children: (section: Section, counts: FilterCounts | undefined, isOpen: boolean) => ReactNode
}

const titles = { moq: 'Minimum quantity', lead: 'Lead time', branding: 'Branding', colour: 'Colour' } as const

/**
 * The filters by facts that products have (product.md, section 2, Catalogue). They are closed until they are opened by hand,
 * and their counts are asked for once one is open or chosen.
 */
export function FactFilters({ filters, options, expanded, children }: FactFiltersProps) {
  const { user, isSessionReady } = useAuth()
  const { data } = useQuery({
    ...factCountsQuery(useBackend(), user?.id ?? null, filters),
    enabled: isSessionReady && factFilterNames.some((name) => filters[name] ?? expanded[name]),
    placeholderData: keepPreviousData,
  })
  // As the other counts (filter-sidebar.tsx).
  const counts = useDeferredValue(data)
  return factFilterNames.map(
    (name) =>
      options.facts[name].length > 0 &&
      children({ name, title: titles[name], values: options.facts[name] }, counts, false),
  )
}
