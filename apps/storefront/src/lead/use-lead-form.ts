import { type Challenge, useChallenge } from '@giftwell/shared/auth/use-challenge.tsx'
import { AppError, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { type ToastContent, useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { type FormGuard, useFormGuard } from '@giftwell/shared/ui/use-form-guard.tsx'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { mutationOptions, useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

import type { ShownNotice } from './folded-notice.tsx'
import type { ContactDetails } from './contact-schemas.ts'
import { unlessSignedOut } from '../page/browser-storage.ts'
import { type ContactForm, type ContactRules, useContactForm } from './use-contact-form.ts'

/** A new lead: contact details and, from the basket, the names of the chosen products. */
export interface NewLead extends ContactDetails {
  readonly products?: readonly string[]
  /** The captcha token, if the site uses captchas. */
  readonly proof?: string | undefined
  /** The token of its private page. */
  readonly link?: string | undefined
  /** The notice that the form showed; missing where it could not be loaded. */
  readonly notice?: ShownNotice | undefined
  readonly marketing_consent?: boolean
}

/** Read by our own server; a hosted project gets none. */
const proofHeader = 'x-turnstile-token'

/** Read by the database. */
const linkHeader = 'x-inquiry-link'

/** Read by the database. */
const originHeaderName = 'x-inquiry-origin'

/** The headers of a lead: data outside its row. */
export async function leadHeaders({
  proof,
  link,
}: Pick<NewLead, 'proof' | 'link'>): Promise<ReadonlyMap<string, string>> {
  // No inquiry fails for want of it.
  const origin = await import('./visit-origin.ts')
    .then(({ originHeader }) => originHeader())
    .catch(() => undefined)
  const headers = { [proofHeader]: proof, [linkHeader]: link, [originHeaderName]: origin }
  return new Map(Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The call with headers. */
export function withHeaders<Call extends { setHeader(name: string, value: string): Call }>(
  call: Call,
  headers: ReadonlyMap<string, string>,
): Call {
  return [...headers].reduce((sent, [name, value]) => sent.setHeader(name, value), call)
}

const created = 201

/**
 * Sends one lead (product.md, section 7, Leads). The server drops duplicates within ten minutes. Errors of the kinds
 * `limited` and `captcha_failed` have messages for the user.
 */
export function sendLead(backend: Backend) {
  return mutationOptions({
    mutationKey: ['leads', 'send'],
    mutationFn: (lead: NewLead) => insertLead(backend, lead),
  })
}

/** Inserts one lead. */
export async function insertLead(backend: Backend, lead: NewLead): Promise<void> {
  const { products, message, proof, link, notice, ...contact } = lead
  const shown = notice && { notice_version: notice.version, notice_language: notice.language }
  const selected = products === undefined ? {} : { selected_products: [...products] }
  const [rest, headers] = await Promise.all([backend.loadRest(), leadHeaders({ proof, link })])
  const insert = rest.from('leads').insert({ ...contact, message: message || null, ...selected, ...shown })
  const { error, status } = await withHeaders(insert, headers)
  if (error) throw toAppError(error)
  // A proxy's empty page is no confirmation.
  if (status !== created) throw new AppError('unexpected', `The server answered with status ${status}`)
}

export interface LeadFormState {
  readonly form: ContactForm
  readonly guard: FormGuard
  readonly challenge: Challenge
  readonly isSending: boolean
  /** Remembers the notice that the form shows. */
  onNotice(notice: ShownNotice): void
  submit(): void
}

interface LeadFormOptions<Result> {
  readonly rules: ContactRules
  readonly mutation: UseMutationOptions<Result, Error, Omit<NewLead, 'products'>>
  /** Whether everything but the contact details is valid; else the first error takes the focus. */
  readonly isReady?: () => boolean
  readonly done: ToastContent | ((result: Result) => ToastContent)
  readonly failed: ToastContent
  readonly onSent: (result: Result, sender: ContactDetails) => void
}

/**
 * A form that sends one lead. It validates on blur and on submit and focuses the first invalid field; a failed send
 * clears nothing. Over the rate limit, the toast names the wait.
 */
export function useLeadForm<Result>(options: LeadFormOptions<Result>): LeadFormState {
  const { rules, isReady, done, failed, onSent } = options
  const toasts = useToasts()
  const { mutateAsync: send } = useMutation(options.mutation)
  const guard = useFormGuard()
  const challenge = useChallenge('inquiry')
  const form = useContactForm(rules)
  const notice = useRef<ShownNotice>(undefined)

  /** Null when the lead was not sent; an invalid form shows its errors itself. */
  async function trySending() {
    const sender = await form.read()
    // Whatever stands above the form takes the focus from it.
    if (isReady?.() === false || sender === null) return null
    if (!(await guard.pass())) {
      toasts.show(failed)
      return null
    }
    const proven = await challenge.prove()
    if ('problem' in proven) {
      toasts.show({ ...failed, description: proven.problem })
      return null
    }
    const [proof] = proven.proof
    const consent = form.isConsenting() && { marketing_consent: true }
    return { result: await send({ ...sender, proof, notice: notice.current, ...consent }), sender }
  }

  const submission = useSubmitOnce(async () => {
    const end = unlessSignedOut(({ result, sender }: { result: Result; sender: ContactDetails }) => {
      form.reset()
      onSent(result, sender)
    })
    let sent: Awaited<ReturnType<typeof trySending>>
    try {
      sent = await trySending()
    } catch (error) {
      console.error('The lead was not sent', error)
      const isForPerson = error instanceof AppError && ['limited', 'captcha_failed'].includes(error.kind)
      toasts.show(isForPerson ? { ...failed, description: error.message } : failed)
      return
    }
    if (sent === null) return
    toasts.show(typeof done === 'function' ? done(sent.result) : done)
    end(sent)
  })

  return {
    form,
    guard,
    challenge,
    isSending: submission.isRunning,
    onNotice: (shown) => (notice.current = shown),
    submit: () => void submission.run(),
  }
}
