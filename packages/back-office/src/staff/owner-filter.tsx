import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { administratorsQuery, useNames } from './administrators.ts'

interface OwnerFilterProps {
  /** The id of a person of the back office, or `none`. */
  readonly owner: string | undefined
  readonly onChange: (owner: string | undefined) => void
  /** The label for rows without an owner; without it they are not offered. */
  readonly none?: string
}

/** Filters a list by its rows' owner. */
export function OwnerFilter({ owner, onChange, none }: OwnerFilterProps) {
  const { user } = useAuth()
  const people = useQuery({ ...administratorsQuery(useBackend()), enabled: useIsOnline() }).data ?? []
  const isOffered = owner === undefined || owner === 'none' || people.some(({ id }) => id === owner)
  return (
    <NativeSelect
      aria-label="Owner"
      size="sm"
      value={owner ?? ''}
      data={[
        { value: '', label: 'Any owner' },
        ...(none === undefined ? [] : [{ value: 'none', label: none }]),
        ...people.map(({ id, email, name }) => ({
          value: id,
          label: id === user?.id ? 'Mine' : (name ?? email),
        })),
        ...(isOffered ? [] : [{ value: owner, label: 'A former colleague' }]),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value || undefined)}
    />
  )
}

/** The name of a person of the back office, else the address; cut where a column is too narrow. */
export function OwnerName({ email }: { readonly email: string | null }) {
  const nameOf = useNames()
  const name = email === null ? '-' : (nameOf(email) ?? email)
  return (
    <Text inherit truncate title={name}>
      {name}
    </Text>
  )
}
