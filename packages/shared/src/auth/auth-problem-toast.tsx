import { useEffect } from 'react'

import { useToasts } from '../ui/toasts/toasts.ts'
import { useAuth } from './auth-context.tsx'

/** Shows a toast for auth errors, such as an expired e-mail link or a failed sign-out. */
export function AuthProblemToast() {
  const { error } = useAuth()
  const toasts = useToasts()
  useEffect(() => {
    if (error !== null)
      toasts.show({ title: 'Authentication Error', description: error, variant: 'destructive' })
  }, [error, toasts])
  return null
}
