import type { CredentialsMode, CredentialsWords } from '@giftwell/shared/auth/credentials-form.tsx'

/** What the customer auth dialog of a site says (product.md, sections 2, 4 and 8). */
export const authWords = (site: string): Record<CredentialsMode, CredentialsWords> => ({
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
