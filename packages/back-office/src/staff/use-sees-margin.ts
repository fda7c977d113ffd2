import { useQuery } from '@tanstack/react-query'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'

/** Whether the user sees margins: administrators, and users whom they allow. The database returns none to others. */
export function useSeesMargin(): boolean {
  const { isAdmin, user } = useAuth()
  const backend = useBackend()
  const id = user?.id ?? ''
  const { data } = useQuery({
    queryKey: ['sees margin', id],
    enabled: useIsOnline() && !isAdmin && id !== '',
    queryFn: async ({ signal }) => {
      const [profile] = await readRows(backend, (rest) =>
        rest.from('profiles').select('sees_margin').eq('id', id).abortSignal(signal),
      )
      return profile?.sees_margin ?? false
    },
  })
  return isAdmin || data === true
}
