import { offlineAreaOf, type StoredAt, storeCached } from '@giftwell/shared/kernel/offline-area.ts'
import type { OfflineStore } from '@giftwell/shared/platform/platform.ts'
import { administrator } from '@giftwell/shared/testing/render-admin.tsx'

interface Stored extends Partial<StoredAt> {
  readonly rows: readonly object[]
  readonly isWhole?: boolean
  readonly seller?: object | undefined
}

/** Stores rows of a list for reading offline, as this version of the app does. */
export async function storeOffline(
  store: OfflineStore,
  list: 'leads' | 'quotations' | 'orders',
  stored: Stored,
  userId = administrator.user.id,
): Promise<void> {
  const area = offlineAreaOf(store)
  const data = { readAt: new Date().toISOString(), isWhole: true, ...stored }
  await storeCached({ area, userId }, `${list}:`, data, area.generation())
}
