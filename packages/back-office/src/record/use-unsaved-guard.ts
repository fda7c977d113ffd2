import { useWindowEvent } from '@mantine/hooks'

import { type Platform, usePlatform } from '@giftwell/shared/platform/platform.ts'

function askToDiscard(platform: Platform): Promise<boolean> {
  return platform.confirm('You have unsaved changes. Discard them?', { action: 'Discard' })
}

/**
 * Protects unsaved changes: the browser asks before leaving the page, and the returned function asks before closing a
 * dialog. It returns whether the dialog may close.
 */
export function useUnsavedGuard(isUnsaved: () => boolean): () => Promise<boolean> {
  const platform = usePlatform()
  useWindowEvent('beforeunload', (event) => {
    if (isUnsaved()) event.preventDefault()
  })
  return async () => !isUnsaved() || askToDiscard(platform)
}

/**
 * Asks the same before a navigation from outside the page, such as a clicked notification. Returns true without unsaved
 * changes or when the user agrees.
 */
export async function mayLeaveScreen(platform: Platform): Promise<boolean> {
  const leaving = new Event('beforeunload', { cancelable: true })
  return window.dispatchEvent(leaving) || askToDiscard(platform)
}
