import { useAuth } from './auth-context.tsx'
import { useToasts } from '../ui/toasts/toast-context.ts'
import { useEffect } from 'react'

/** Says what is wrong with the session: an e-mail link that has expired, a sign-out that failed. */
export function AuthProblemToast() {
  const { error } = useAuth()
  const toasts = useToasts()
  useEffect(() => {
    if (error !== null)
      toasts.show({ title: 'Authentication Error', description: error, variant: 'destructive' })
  }, [error, toasts])
  return null
}
