import { useState } from 'react'

import { type ToastContent, useToasts } from '../ui/toasts/toasts.ts'
import { useSubmitOnce } from '../ui/use-submit-once.ts'
import type { Accepted, Outcome } from './account-requests.ts'
import classes from './credentials-form.module.css'

interface Request {
  readonly send: () => Promise<Outcome>
  /** Title of the problem when the server refuses; its message follows. */
  readonly refused: string
  /** Title of the problem for any other failure. */
  readonly failed: string
  /** The toast; null for none. */
  readonly done: ToastContent | ((outcome: Accepted) => ToastContent | null)
  readonly onDone?: (outcome: Accepted) => void
}

/** Why a request failed (product.md, section 8). */
interface Problem {
  readonly title: string
  readonly description: string
}

/**
 * Sends one account request at a time. A toast shows its success; what was wrong is `problem`, which the form shows by
 * `RequestProblem` until the next try or `clearProblem`.
 */
export function useRequest({ send, refused, failed, done, onDone }: Request) {
  const toasts = useToasts()
  const [problem, setProblem] = useState<Problem | null>(null)
  const submission = useSubmitOnce(async () => {
    setProblem(null)
    let outcome: Outcome
    try {
      outcome = await send()
    } catch (error) {
      console.error(failed, error)
      setProblem({ title: failed, description: 'An unexpected error occurred' })
      return
    }
    if (outcome.accepted) {
      const toast = typeof done === 'function' ? done(outcome) : done
      if (toast !== null) toasts.show(toast)
      onDone?.(outcome)
    } else {
      setProblem({ title: refused, description: outcome.message })
    }
  })
  return { ...submission, problem, clearProblem: () => setProblem(null) }
}

/** What was wrong with a request, in its form. */
export function RequestProblem({ problem }: { readonly problem: Problem | null }) {
  if (problem === null) return null
  return (
    <p role="alert" className={classes.problem}>
      <strong>{problem.title}</strong>
      {problem.description}
    </p>
  )
}
