import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { administratorsQuery } from '../record/record-history.tsx'
import { isLeadState, leadStates } from './lead-handling.ts'
import type { LeadOrder } from './lead-list.ts'
import { SearchField } from '../list/search-field.tsx'
import type { ListSearchParams } from '../list/use-list-search-params.ts'
import { DayField } from './day-field.tsx'
import { isBackwards, type LeadSearch } from './lead-search.ts'
import classes from './lead-tools.module.css'

const orders: { readonly value: LeadOrder; readonly label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

const shown = [
  { value: '', label: 'All states' },
  { value: 'unanswered', label: 'Unanswered' },
  { value: 'due', label: 'To come back to' },
  ...Object.entries(leadStates).map(([value, label]) => ({ value, label: `State: ${label}` })),
]

/** Search, sort order, filters and date range of the leads. */
export function LeadTools({ list: [listing, show] }: { readonly list: ListSearchParams<LeadSearch> }) {
  const { user } = useAuth()
  const administrators = useQuery({ ...administratorsQuery(useBackend()), enabled: useIsOnline() }).data ?? []
  const assignees = [
    { value: '', label: 'Assigned to anyone' },
    { value: 'none', label: 'Unassigned' },
    ...administrators.map(({ id, email, name }) => ({
      value: id,
      label: `Assigned to ${id === user?.id ? 'me' : (name ?? email)}`,
    })),
  ]
  if (listing.assigned !== undefined && !assignees.some(({ value }) => value === listing.assigned)) {
    assignees.push({ value: listing.assigned, label: 'Assigned to a former administrator' })
  }
  return (
    <>
      <SearchField
        label="Search leads"
        value={listing.search}
        onSearch={(search) => show({ ...listing, search })}
      />
      <NativeSelect
        aria-label="Sort by"
        size="sm"
        value={listing.order}
        data={orders}
        onChange={({ currentTarget: { value } }) => show({ ...listing, order: value as LeadOrder })} // of `orders`
      />
      <NativeSelect
        aria-label="Show"
        size="sm"
        value={listing.unanswered ? 'unanswered' : listing.due ? 'due' : (listing.state ?? '')}
        data={shown}
        onChange={({ currentTarget: { value } }) =>
          show({
            ...listing,
            state: isLeadState(value) ? value : undefined,
            unanswered: value === 'unanswered' ? 'yes' : undefined,
            due: value === 'due' ? 'yes' : undefined,
          })
        }
      />
      <NativeSelect
        aria-label="Assignee"
        size="sm"
        value={listing.assigned ?? ''}
        data={assignees}
        onChange={({ currentTarget: { value } }) => show({ ...listing, assigned: value || undefined })}
      />
      <Group gap={8} className={classes.days}>
        <DayField
          {...dayLabel('From')}
          value={listing.from}
          error={isBackwards(listing) ? 'From is after To' : undefined}
          onChange={(from) => show({ ...listing, from })}
        />
        <DayField {...dayLabel('To')} value={listing.to} onChange={(to) => show({ ...listing, to })} />
      </Group>
      {listing.email !== undefined && (
        <Button
          variant="light"
          size="sm"
          rightSection={<IconX size={16} stroke={1.7} aria-hidden />}
          aria-label={`Remove ${listing.email}`}
          onClick={() => show({ ...listing, email: undefined })}
        >
          {listing.email}
        </Button>
      )}
    </>
  )
}

/** A label within the field. */
function dayLabel(label: string) {
  return {
    'aria-label': label,
    leftSection: (
      <Text component="span" c="dimmed" fz="0.8125rem" fw={500} aria-hidden>
        {label}
      </Text>
    ),
    leftSectionWidth: label.length * 8 + 18,
    miw: 148,
  }
}
