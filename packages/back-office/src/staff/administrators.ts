import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'

/** An administrator or a person of sales, whom leads are assigned to. */
export interface Administrator {
  readonly id: string
  readonly email: string
  readonly name: string | null
  /** Whether they still work here; others have leads of former times. */
  readonly is_active: boolean
}

/** Who has leads or can be assigned some, by e-mail address. */
export function administratorsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['administrators'] as QueryKey,
    queryFn: ({ signal }): Promise<readonly Administrator[]> =>
      readRows(backend, (rest) => rest.rpc('administrators').abortSignal(signal)),
  })
}

/** The people who work here now, to choose one of. */
export function choicesOf(people: readonly Administrator[]) {
  return people
    .filter(({ is_active: isActive }) => isActive)
    .map(({ id, name, email }) => ({ value: id, label: name ?? email }))
}

/** Names people of the back office by id or e-mail address; undefined for others, and offline. */
export function useNames(): (person: string | null) => string | undefined {
  const query = administratorsQuery(useBackend())
  const people = useQuery({ ...query, enabled: useIsOnline() }).data ?? []
  return (person) => {
    const found = people.find(({ id, email }) => id === person || email === person)
    return found && (found.name ?? found.email)
  }
}
