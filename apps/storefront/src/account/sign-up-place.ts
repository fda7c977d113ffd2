import { usePlatform } from '@giftwell/shared/platform/platform.ts'

const storageKey = 'giftwell-sign-up-filters'

/** Stores the filters of the address until an account is confirmed by e-mail; returns the function that does so. */
export function useRememberPlace(): () => void {
  const { sessionStorage } = usePlatform()
  return () => void sessionStorage.setItem(storageKey, window.location.search)
}

/** Returns the function that adds the stored filters to the path of the catalogue, once; any other path stays as it is. */
export function useRememberedPlace(): (path: string) => Promise<string> {
  const { sessionStorage } = usePlatform()
  return async (path) => {
    const search = await sessionStorage.getItem(storageKey).catch(() => null)
    if (search === null || path !== '/catalogue') return path
    await sessionStorage.removeItem(storageKey)
    return path + search
  }
}
