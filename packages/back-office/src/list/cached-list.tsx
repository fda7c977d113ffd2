import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import type { Cursor, PagePosition } from '@giftwell/shared/kernel/keyset.ts'
import { offlineAreaOf, type UserCache } from '@giftwell/shared/kernel/offline-area.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { momentFormat } from '../screen/date-formats.ts'

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

/** What is cached while the server is unreachable; undefined while it is reachable, and where nothing is cached. */
export function useCached<Data>(
  name: string,
  read: (cache: UserCache) => Promise<Data | null>,
): Data | undefined {
  const isOnline = useIsOnline()
  const cache = useUserCache()
  const { data } = useQuery({
    queryKey: [name, cache?.userId],
    enabled: !isOnline && cache !== undefined,
    gcTime: 0,
    staleTime: 0,
    queryFn: () => (cache === undefined ? null : read(cache)),
  })
  return isOnline || cache === undefined ? undefined : (data ?? undefined)
}

/** A page of cached records in an order; its cursor may be a record of the server that is not cached. */
export function cachedPage<R extends Cursor>(
  records: readonly R[],
  compare: (one: Cursor, other: Cursor) => number,
  position: PagePosition,
  size: number,
): readonly R[] {
  const list = records.toSorted(compare)
  if (position.at === 'first') return list.slice(0, size)
  if (position.at === 'last') return list.slice(-position.size)
  const { at, cursor } = position
  const others = list.filter((one) => Math.sign(compare(one, cursor)) === (at === 'after' ? 1 : -1))
  return at === 'after' ? others.slice(0, size) : others.slice(-size)
}

/** The look of a notice above the rows of a list. */
export const notice = { bg: 'var(--gw-brand-ground)', fz: 'sm', fw: 550, px: 'md', py: 8 }
interface CachedNoticeProps {
  /** When it was fetched, as an ISO date; undefined while what is shown comes from the server. */
  readonly readAt: string | undefined
  /** The newest records, where only these are cached; what they are called. */
  readonly stored?: readonly unknown[]
  readonly many?: string
}

/** Shows the age of cached data while offline, and whether it is incomplete. */
export function CachedNotice({ readAt, stored, many }: CachedNoticeProps) {
  return (
    // Rendered before its text, so that screen readers announce it.
    <div aria-live="polite">
      {readAt !== undefined && (
        <Group className="line-below" justify="center" gap="2px 16px" {...notice}>
          <span>
            Offline: as of <time dateTime={readAt}>{momentFormat.format(new Date(readAt))}</time>
          </span>
          {stored && (
            <span>
              Only the newest {stored.length.toLocaleString()} {many} are stored.
            </span>
          )}
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
