import { type Challenge, useChallenge } from '@giftwell/shared/auth/use-challenge.ts'
import { AppError } from '@giftwell/shared/data/app-error.ts'
import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { sendLead } from '@giftwell/shared/data/leads.ts'
import { type ToastContent, useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { type FormGuard, useFormGuard } from '@giftwell/shared/ui/use-form-guard.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { useMutation } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'

import type { ContactRules } from './contact-rules.ts'
import { type ContactForm, useContactForm } from './use-contact-form.ts'

/** The state of a form that becomes a lead. */
export interface LeadFormState {
  readonly form: ContactForm
  readonly guard: FormGuard
  readonly challenge: Challenge
  readonly isSending: boolean
  submit(event: SyntheticEvent): void
}

interface LeadFormOptions {
  readonly rules: ContactRules
  /** The names of the products that the lead is about; none for a general request. */
  readonly products?: readonly string[]
  readonly done: ToastContent
  readonly failed: ToastContent
  readonly onSent: () => void
}

/**
 * A form that sends one lead. It validates on blur and on submit and focuses the first invalid field; a failed send
 * clears nothing. Over the rate limit, the toast says how long to wait.
 */
export function useLeadForm({ rules, products, done, failed, onSent }: LeadFormOptions): LeadFormState {
  const toasts = useToasts()
  const { mutateAsync: send } = useMutation(sendLead(useBackend()))
  const guard = useFormGuard()
  const challenge = useChallenge('inquiry')
  const form = useContactForm(rules)

  /** Whether the lead was sent; an invalid form shows its errors itself. */
  async function trySending(): Promise<boolean> {
    const details = await form.read()
    if (details === null) return false
    if (!(await guard.pass())) {
      toasts.show(failed)
      return false
    }
    const proven = await challenge.prove()
    if ('problem' in proven) {
      toasts.show({ ...failed, description: proven.problem })
      return false
    }
    const [proof] = proven.proof
    await send({ ...details, ...(products && { products }), proof })
    return true
  }

  const submission = useSubmitOnce(async () => {
    try {
      if (!(await trySending())) return
    } catch (error) {
      console.error('The lead was not sent', error)
      const isForPerson = error instanceof AppError && ['limited', 'captcha_failed'].includes(error.kind)
      toasts.show(isForPerson ? { ...failed, description: error.message } : failed)
      return
    }
    toasts.show(done)
    form.reset()
    onSent()
  })

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    void submission.run()
  }

  return { form, guard, challenge, isSending: submission.isRunning, submit }
}
