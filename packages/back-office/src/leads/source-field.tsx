import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import type { FiltersProps } from '../list/list-filters.tsx'
import { leadSourcesQuery } from './lead-list.ts'
import type { LeadSearch } from './lead-search.ts'

/** The filter by what led to the visits of leads; nothing while no lead says it. */
export function SourceField({ listing, show }: FiltersProps<LeadSearch>) {
  const { data: known = [] } = useQuery({ ...leadSourcesQuery(useBackend()), enabled: useIsOnline() })
  const { source } = listing
  if (known.length === 0 && source === undefined) return null
  const sources = source === undefined || source === 'none' ? known : new Set([...known, source])
  return (
    <NativeSelect
      aria-label="Source"
      size="sm"
      value={source ?? ''}
      data={[{ value: '', label: 'Any source' }, { value: 'none', label: 'Source not known' }, ...sources]}
      onChange={({ currentTarget: { value } }) => show({ ...listing, source: value || undefined })}
    />
  )
}
