import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'

/** The number of unanswered leads, at most 1000, and of the latest event; null for anyone but administrators. */
export function leadPulseQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['leads', 'pulse'] as QueryKey,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [pulse = null] = await readRows(backend, (rest) => rest.rpc('lead_pulse').abortSignal(signal))
      return pulse
    },
  })
}

/** The number of unanswered leads, at most 1000; undefined until `useLeadPulse` has read it. */
export function useUnansweredCount(): number | undefined {
  const backend = useBackend()
  return useQuery({ ...leadPulseQuery(backend), enabled: false }).data?.unanswered
}
