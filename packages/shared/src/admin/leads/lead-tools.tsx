import { NativeSelect } from '@mantine/core'

import type { LeadOrder } from '../../data/lead-list.ts'
import { SearchField } from '../lists/search-field.tsx'
import type { ListSearchParams } from '../lists/use-list-in-address.ts'
import { DayField } from './day-field.tsx'
import { isBackwards, type LeadSearch } from './lead-search.ts'

const orders: { readonly value: LeadOrder; readonly label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

/** Search, order and days of the leads. */
export function LeadTools({ list: [asked, ask] }: { readonly list: ListSearchParams<LeadSearch> }) {
  return (
    <>
      <SearchField
        label="Search leads"
        value={asked.search}
        onSearch={(search) => ask({ ...asked, search })}
      />
      <NativeSelect
        aria-label="Sort by"
        size="sm"
        value={asked.order}
        data={orders}
        onChange={({ currentTarget: { value } }) => ask({ ...asked, order: value as LeadOrder })} // of `orders`
      />
      <DayField
        label="From"
        value={asked.from}
        error={isBackwards(asked) ? 'From is after To' : undefined}
        onChange={(from) => ask({ ...asked, from })}
      />
      <DayField label="To" value={asked.to} onChange={(to) => ask({ ...asked, to })} />
    </>
  )
}
