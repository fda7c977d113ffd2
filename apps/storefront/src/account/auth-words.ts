import type { CredentialsMode, CredentialsWords } from '@giftwell/shared/auth/credentials-form.tsx'
import { brand } from '@giftwell/shared/domain/brand.ts'

/** What the customer auth dialog says (specification, sections 2, 4 and 8). */
export const authWords: Record<CredentialsMode, CredentialsWords> = {
  'sign-in': {
    submit: 'Sign In',
    submitting: 'Processing...',
    refused: 'Login Failed',
    failed: 'Authentication Error',
    done: { title: 'Welcome back!', description: 'You now have access to our complete catalogue' },
    switchMode: `New to ${brand.name}? Create Account`,
  },
  'sign-up': {
    submit: 'Create Account',
    submitting: 'Processing...',
    refused: 'Sign Up Failed',
    failed: 'Authentication Error',
    done: {
      title: `Welcome to ${brand.name}!`,
      description: 'Please check your email to confirm your account',
    },
    switchMode: 'Already have an account? Sign In',
  },
}
