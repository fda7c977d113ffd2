import { useState } from 'react'

import { type ToastContent, useToasts } from '../ui/toasts/toasts.ts'
import { useSubmitOnce } from '../ui/use-submit-once.ts'
import type { Accepted, Outcome } from './account-requests.ts'

interface Request {
  readonly send: () => Promise<Outcome>
  /** Title of the toast when the server refuses; its message follows. */
  readonly refused: string
  /** Title of the toast for any other failure. */
  readonly failed: string
  /** The toast; null for none. */
  readonly done: ToastContent | ((outcome: Accepted) => ToastContent | null)
  readonly onDone?: (outcome: Accepted) => void
}

/**
 * Sends one account request at a time and shows its outcome in a toast (product.md, section 8). What was wrong also
 * stays as `problem`, for the form, until the next try or `clearProblem`.
 */
export function useRequest({ send, refused, failed, done, onDone }: Request) {
  const toasts = useToasts()
  const [problem, setProblem] = useState<string | null>(null)
  const fail = (title: string, description: string) => {
    toasts.show({ title, description, variant: 'destructive' })
    setProblem(description)
  }
  const submission = useSubmitOnce(async () => {
    setProblem(null)
    let outcome: Outcome
    try {
      outcome = await send()
    } catch (error) {
      console.error(failed, error)
      fail(failed, 'An unexpected error occurred')
      return
    }
    if (outcome.accepted) {
      const toast = typeof done === 'function' ? done(outcome) : done
      if (toast !== null) toasts.show(toast)
      onDone?.(outcome)
    } else {
      fail(refused, outcome.message)
    }
  })
  return { ...submission, problem, clearProblem: () => setProblem(null) }
}
