import { useState } from 'react'

import { type ToastContent, useToasts } from '../ui/toasts/toasts.ts'
import type { Accepted, Outcome } from './account-requests.ts'
import classes from './credentials-form.module.css'

interface Request<Values> {
  readonly send: (values: Values) => Promise<Outcome>
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
 * An account request; `run` resolves to whether it was accepted. A toast shows its success; what was wrong is `problem`,
 * which the form shows by `RequestProblem` until the next try or `clearProblem`.
 */
export function useRequest<Values = void>({ send, refused, failed, done, onDone }: Request<Values>) {
  const toasts = useToasts()
  const [problem, setProblem] = useState<Problem | null>(null)
  function fail(title: string, description: string) {
    setProblem({ title, description })
    return false
  }
  async function run(values: Values): Promise<boolean> {
    setProblem(null)
    let outcome: Outcome
    try {
      outcome = await send(values)
    } catch (error) {
      console.error(failed, error)
      return fail(failed, 'An unexpected error occurred')
    }
    if (!outcome.accepted) return fail(refused, outcome.message)
    const toast = typeof done === 'function' ? done(outcome) : done
    if (toast !== null) toasts.show(toast)
    onDone?.(outcome)
    return true
  }
  return { run, problem, clearProblem: () => setProblem(null) }
}

/** A request's error, shown in its form. */
export function RequestProblem({ problem }: { readonly problem: Problem | null }) {
  if (problem === null) return null
  return (
    <p role="alert" className={classes.problem}>
      <strong>{problem.title}</strong>
      {problem.description}
    </p>
  )
}
