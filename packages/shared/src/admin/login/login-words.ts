import type { CredentialsMode, CredentialsWords } from '../../auth/credentials-form.tsx'

/** What the back office's login page says (specification, sections 2 and 8). */
export const loginWords: Record<CredentialsMode, CredentialsWords> = {
  'sign-in': {
    submit: 'Sign In',
    submitting: 'Signing in...',
    refused: 'Login Failed',
    failed: 'Login Error',
    done: { title: 'Login Successful' },
    switchMode: 'Need an account? Sign Up',
  },
  'sign-up': {
    submit: 'Create Account',
    submitting: 'Creating Account...',
    refused: 'Sign Up Failed',
    failed: 'Sign Up Error',
    done: { title: 'Sign Up Successful', description: 'Please check your email to confirm your account' },
    switchMode: 'Already have an account? Sign In',
  },
}
