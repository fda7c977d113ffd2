import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { offlineAreaOf, type UserCache } from '@giftwell/shared/kernel/offline-area.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { momentFormat } from '../screen/date-formats.ts'
import type { StoredList, StoredRows } from './stored-list.ts'

/** The offline cache of the signed-in member of staff; undefined on platforms without one, such as browsers. */
export function useUserCache(): UserCache | undefined {
  const { offlineStorage } = usePlatform()
  const { user, isStaff } = useAuth()
  const userId = isStaff ? user?.id : undefined
  return useMemo(
    () =>
      offlineStorage === null || userId === undefined
        ? undefined
        : { area: offlineAreaOf(offlineStorage), userId },
    [offlineStorage, userId],
  )
}

/** A list's stored rows while the server is unreachable, if any; else undefined. */
export function useStored<R, Beside extends object>(
  list: StoredList<R, Beside> | undefined,
): (StoredRows<R> & Beside) | undefined {
  const isOnline = useIsOnline()
  const cache = useUserCache()
  const canRead = !isOnline && cache !== undefined && list !== undefined
  const { data } = useQuery({
    queryKey: ['stored', list?.name, cache?.userId],
    enabled: canRead,
    gcTime: 0,
    staleTime: 0,
    queryFn: () => (canRead ? list.read(cache) : null),
  })
  return canRead ? (data ?? undefined) : undefined
}

/** The look of a notice above the rows of a list. */
export const notice = { bg: 'var(--gw-brand-ground)', fz: 'sm', fw: 550, px: 'md', py: 8 }
interface CachedNoticeProps {
  /** The time of the fetch, as an ISO date; undefined while the list comes from the server. */
  readonly readAt: string | undefined
  /** What else is to be known of it. */
  readonly children?: ReactNode
}

/** Shows the age of stored data while offline. */
export function CachedNotice({ readAt, children }: CachedNoticeProps) {
  return (
    // Rendered before its text, so that screen readers announce it.
    <div aria-live="polite">
      {readAt !== undefined && (
        <Group className="line-below" justify="center" gap="2px 16px" {...notice}>
          <span>
            Offline: as of <time dateTime={readAt}>{momentFormat.format(new Date(readAt))}</time>
          </span>
          {children}
        </Group>
      )}
    </div>
  )
}

/** Shown where the system has no encryption and nothing is therefore cached. */
export function NotCachedNotice({ many }: { readonly many: string }) {
  const { offlineStorage } = usePlatform()
  const { data: isLasting } = useQuery({
    queryKey: ['offline storage', 'is lasting'],
    enabled: offlineStorage !== null,
    staleTime: Infinity,
    queryFn: () => offlineStorage?.isLasting() ?? null,
  })
  if (isLasting !== false) return null
  return (
    <Text c="dimmed" fz="0.8125rem" ta="center" mt="md">
      {many} are not stored on this computer for reading offline, because the system offers no encryption.
    </Text>
  )
}

interface NeedsConnectionProps {
  readonly isOffline: boolean
  readonly children: ReactNode
}

/** Controls that need the server: disabled offline, with a hint. */
export function NeedsConnection({ isOffline, children }: NeedsConnectionProps) {
  return (
    <fieldset
      disabled={isOffline}
      style={{ display: 'contents' }}
      {...(isOffline && { title: 'Needs a connection' })}
    >
      {children}
    </fieldset>
  )
}
