import { useState } from 'react'

/** The state of a submission for its form or button. */
interface Submission<Args extends readonly unknown[]> {
  readonly isSending: boolean
  /** Why the last try failed; null before one, and after a success. */
  readonly failure: unknown
  /** Sends it, unless it is being sent. */
  submit(...args: Args): void
}

/** Sends one thing at a time on a page without the site's queries. */
export function useSubmission<Args extends readonly unknown[]>(
  send: (...args: Args) => Promise<unknown>,
): Submission<Args> {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  async function run(...args: Args) {
    setSending(true)
    setFailure(null)
    try {
      await send(...args)
    } catch (error) {
      console.warn(error)
      setFailure(error)
    }
    setSending(false)
  }
  return {
    isSending,
    failure,
    submit(...args) {
      if (!isSending) void run(...args)
    },
  }
}
