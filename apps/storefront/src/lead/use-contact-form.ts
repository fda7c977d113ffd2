import { cleanEmail } from '@giftwell/shared/kernel/email-address.ts'
import { afterPress } from '@giftwell/shared/ui/after-press.ts'
import { type ChunkLoader, chunkLoader } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { type RefCallback, type SyntheticEvent, useCallback, useRef, useState } from 'react'

import { useOnSignOut } from '../page/browser-storage.ts'
import type { ContactDetails, ContactSchema } from './contact-schemas.ts'

/** Loads the schema of a lead form when the first field takes the focus. */
export type ContactRules = ChunkLoader<ContactSchema>

/** The schema of the home page's quote form. */
export const quoteRules: ContactRules = chunkLoader(
  async () => (await import('./contact-schemas.ts')).quoteForm,
)

/** The schema of the inquiry basket's form. */
export const inquiryRules: ContactRules = chunkLoader(
  async () => (await import('./contact-schemas.ts')).inquiryForm,
)

/** The contact fields in form order (product.md, section 5). */
export const contactFields = ['name', 'company', 'email', 'phone', 'message'] as const

export type ContactFieldName = (typeof contactFields)[number]

/** The name of the check box that allows offers. */
export const consentName = 'marketing_consent'

/** The check box of a form, if it is there. */
export function consentIn(form: HTMLFormElement | null): HTMLInputElement | undefined {
  const box = form?.elements.namedItem(consentName)
  return box instanceof HTMLInputElement ? box : undefined
}

/** Event handlers of the fields. */
export interface FieldWatch {
  /** Loads the schema before it is needed. */
  onFocus(): void
  /** Clears the field's error while it is corrected. */
  onInput(event: FieldEvent): void
  /** Validates a field that has a value. */
  onBlur(event: FieldEvent): void
}

type FieldEvent = SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>

/**
 * A form with uncontrolled fields, so text typed before hydration stays. Mounted again, it has the values it had. Signing
 * out clears it, for the next user of the browser.
 */
export interface ContactForm {
  /** For the form element. */
  readonly attach: RefCallback<HTMLFormElement>
  readonly errors: Partial<Record<ContactFieldName, string>>
  /** For every field. */
  readonly watch: FieldWatch
  /** The valid details; else null, with errors at the fields and the focus on the first of them. */
  read(): Promise<ContactDetails | null>
  /** Whether offers are allowed. */
  isConsenting(): boolean
  /** Empties the fields once they are sent, on the form's `reset` event. */
  reset(): void
  /** Gives the focus to the first field without moving the page. */
  focusFirst(): void
}

/**
 * The state of a form that asks for contact details. Errors show at the fields on submit, and on leaving a field that
 * was typed into. While a button is being pressed they wait, because they would move it.
 */
export function useContactForm(rules: ContactRules): ContactForm {
  const ref = useRef<HTMLFormElement>(null)
  // A closed dialog unmounts its fields; their values are restored at the next opening.
  const typedBefore = useRef<Record<ContactFieldName, string>>(null)
  const consentBefore = useRef(false)
  const attach = useCallback((form: HTMLFormElement | null) => {
    if (form === null) {
      typedBefore.current = typedInto(ref.current)
      consentBefore.current = consentIn(ref.current)?.checked === true
    } else if (typedBefore.current !== null) typeInto(form, typedBefore.current, consentBefore.current)
    ref.current = form
  }, [])
  const [errors, setErrors] = useState<ContactForm['errors']>({})
  useOnSignOut(() => {
    typedBefore.current = null
    // Not by the event `reset`, after which the sender would be stored.
    typeInto(ref.current, typedInto(null), false)
    setErrors({})
  })

  const showError = (field: ContactFieldName, error: string | undefined) =>
    setErrors(({ [field]: _before, ...others }) =>
      error === undefined ? others : { ...others, [field]: error },
    )

  async function validate() {
    const email = inputOf(ref.current, 'email')
    // Shows the sent values.
    if (email !== undefined && cleanEmail(email.value) !== email.value) email.value = cleanEmail(email.value)
    const { success, data, error } = (await rules()).safeParse(typedInto(ref.current))
    const found: ContactForm['errors'] = {}
    // The first error of each field.
    for (const { path, message } of error?.issues ?? []) {
      const field = fieldNamed(path[0])
      if (field !== undefined) found[field] ??= message
    }
    return { details: success ? data : null, found }
  }

  return {
    attach,
    errors,
    watch: {
      onFocus: () => void rules().catch(() => undefined),
      onInput({ currentTarget: { name } }) {
        const field = fieldNamed(name)
        if (field !== undefined && errors[field] !== undefined) showError(field, undefined)
      },
      onBlur({ currentTarget: { name, value } }) {
        const field = fieldNamed(name)
        if (field === undefined || value === '') return
        afterPress(() => {
          validate().then(
            ({ found }) => showError(field, found[field]),
            () => undefined, // submitting loads the schema again, and reports a failure
          )
        })
      },
    },
    async read() {
      const { details, found } = await validate()
      setErrors(found)
      const first = contactFields.find((field) => found[field] !== undefined)
      if (first !== undefined) inputOf(ref.current, first)?.focus()
      return details
    },
    isConsenting: () => consentIn(ref.current)?.checked === true,
    reset() {
      ref.current?.reset()
      setErrors({})
    },
    focusFirst: () => inputOf(ref.current, contactFields[0])?.focus({ preventScroll: true }),
  }
}

function fieldNamed(name: unknown) {
  return contactFields.find((field) => field === name)
}

/** The field of a name in the form, if it is there. */
export function inputOf(form: HTMLFormElement | null, field: ContactFieldName) {
  const input = form?.elements.namedItem(field)
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : undefined
}

function typeInto(
  form: HTMLFormElement | null,
  typed: Record<ContactFieldName, string>,
  isConsenting: boolean,
) {
  const consent = consentIn(form)
  if (consent) consent.checked = isConsenting
  for (const field of contactFields) {
    const input = inputOf(form, field)
    if (input !== undefined) input.value = typed[field]
  }
}

/** The values of the fields. */
export function typedInto(form: HTMLFormElement | null): Record<ContactFieldName, string> {
  const typed = { name: '', company: '', email: '', phone: '', message: '' }
  for (const field of contactFields) typed[field] = inputOf(form, field)?.value ?? ''
  return typed
}
