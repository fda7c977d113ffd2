import type { CredentialsMode, CredentialsWords } from '@giftwell/shared/auth/credentials-form.tsx'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'

/** The texts of a site's customer auth dialog (product.md, sections 2, 4 and 8). */
export const authLabels = (site: string): Record<CredentialsMode, CredentialsWords> => ({
  'sign-in': {
    submit: 'Sign In',
    submitting: 'Processing...',
    refused: 'Login Failed',
    failed: 'Authentication Error',
    done: { title: 'Welcome back!', description: 'You now have access to our complete catalogue' },
    switchMode: `New to ${site}? Create Account`,
  },
  'sign-up': {
    submit: 'Create Account',
    submitting: 'Processing...',
    refused: 'Sign Up Failed',
    failed: 'Authentication Error',
    done: {
      title: `Welcome to ${site}!`,
      description: 'Please check your email to confirm your account',
    },
    switchMode: 'Already have an account? Sign In',
  },
})

const storageKey = 'giftwell-sign-up-filters'

/** Stores the filters of the address until an account is confirmed by e-mail; returns the function that does so. */
export function useStoreSignUpFilters(): () => void {
  const { sessionStorage } = usePlatform()
  return () => void sessionStorage.setItem(storageKey, window.location.search)
}

/** Returns the function that adds the stored filters to the path of the catalogue, once; any other path stays as it is. */
export function useStoredSignUpFilters(): (path: string) => Promise<string> {
  const { sessionStorage } = usePlatform()
  return async (path) => {
    const search = await sessionStorage.getItem(storageKey).catch(() => null)
    if (search === null || path !== '/catalogue') return path
    await sessionStorage.removeItem(storageKey)
    return path + search
  }
}
