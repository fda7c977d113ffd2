import { AppError } from '@giftwell/shared/data/app-error.ts'
import { useBackend } from '@giftwell/shared/data/backend-context.ts'
import { sendLead } from '@giftwell/shared/data/leads.ts'
import { type ContactDetails, type ContactForm, noContactDetails } from '@giftwell/shared/domain/inquiry.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toast-context.ts'
import type { ToastContent } from '@giftwell/shared/ui/toasts/toast-store.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'

import { useLeadGuard } from './use-lead-guard.ts'

/** The state of a form that asks for contact details. */
export type LeadForm = UseFormReturnType<ContactDetails>

interface LeadFormOptions {
  readonly rules: ContactForm
  /** The names of the products that the lead is about; none for a general request. */
  readonly products?: readonly string[]
  readonly done: ToastContent
  readonly failed: ToastContent
  readonly onSent: () => void
}

/**
 * A form whose contact details become one lead. Its rules are said at the fields on blur and on submit, and the first
 * bad field takes the focus; a failed send keeps everything typed. Whoever has sent too many reads until when to wait.
 */
export function useLeadForm({ rules, products, done, failed, onSent }: LeadFormOptions) {
  const toasts = useToasts()
  const { mutateAsync: send } = useMutation(sendLead(useBackend()))
  const guard = useLeadGuard()
  const { form, submitTo } = useRulesForm({ rules, initial: noContactDetails })

  const submission = useSubmitOnce(async () => {
    const lead = { ...rules.parse(form.getValues()), ...(products && { products }) }
    if (!(await guard.pass())) {
      toasts.show(failed)
      return
    }
    try {
      await send(lead)
    } catch (error) {
      console.error('The lead was not sent', error)
      const isLimited = error instanceof AppError && error.kind === 'limited'
      toasts.show(isLimited ? { ...failed, description: error.message } : failed)
      return
    }
    toasts.show(done)
    form.reset()
    onSent()
  })

  return { form, guard, isSending: submission.isRunning, submit: submitTo(submission.run) }
}
