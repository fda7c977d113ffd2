import { type ContactField, contactFields } from '@giftwell/shared/domain/contact-fields.ts'
import type { ContactDetails } from '@giftwell/shared/domain/inquiry.ts'
import { afterPress } from '@giftwell/shared/ui/after-press.ts'
import { type FormEvent, type RefObject, useRef, useState } from 'react'

import type { ContactRules } from './contact-rules.ts'

/** A form whose fields keep what is typed by themselves, also what was typed before any script ran. */
export interface ContactForm {
  readonly ref: RefObject<HTMLFormElement | null>
  /** What its field says is wrong. */
  readonly errors: Partial<Record<ContactField, string>>
  /** Loads the rules; for the first sign that somebody is about to fill in the form. */
  prepare(): void
  /** Takes a field's error away: it is being corrected. */
  onInput(event: FormEvent<HTMLFormElement>): void
  /** Says the rule of a field that was typed into and left. */
  onBlur(event: FormEvent<HTMLFormElement>): void
  /** The details when the rules agree; otherwise the rules are said, the first bad field takes the focus, and null. */
  read(): Promise<ContactDetails | null>
  reset(): void
  /** Gives the focus to the first field without moving the page. */
  focusFirst(): void
}

/**
 * The state of a form that asks for contact details. Its rules are said at the fields: on submit, and on leaving a
 * field that somebody has typed into; while a button is being pressed nothing moves below it.
 */
export function useContactForm(rules: ContactRules): ContactForm {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<ContactForm['errors']>({})

  const say = (field: ContactField, error: string | undefined) =>
    setErrors(({ [field]: _before, ...others }) =>
      error === undefined ? others : { ...others, [field]: error },
    )

  async function judge() {
    const { success, data, error } = (await rules.load()).safeParse(typedInto(ref.current))
    const found: ContactForm['errors'] = {}
    // A field says the first thing that is wrong with it.
    for (const { path, message } of error?.issues ?? []) {
      const field = contactFields.find((name) => name === path[0])
      if (field !== undefined) found[field] ??= message
    }
    return { details: success ? data : null, found }
  }

  return {
    ref,
    errors,
    prepare: () => void rules.load().catch(() => undefined),
    onInput({ target }) {
      const field = fieldOf(target)
      if (field !== undefined && errors[field] !== undefined) say(field, undefined)
    },
    onBlur({ target }) {
      const field = fieldOf(target)
      if (field === undefined || inputOf(ref.current, field)?.value === '') return
      afterPress(() => {
        judge().then(
          ({ found }) => say(field, found[field]),
          () => undefined, // sending loads the rules again, and says when they do not come
        )
      })
    },
    async read() {
      const { details, found } = await judge()
      setErrors(found)
      const first = contactFields.find((field) => found[field] !== undefined)
      if (first !== undefined) inputOf(ref.current, first)?.focus()
      return details
    },
    reset() {
      ref.current?.reset()
      setErrors({})
    },
    focusFirst: () => inputOf(ref.current, contactFields[0])?.focus({ preventScroll: true }),
  }
}

function fieldOf(target: EventTarget): ContactField | undefined {
  const name = target instanceof Element ? target.getAttribute('name') : null
  return contactFields.find((field) => field === name)
}

function inputOf(form: HTMLFormElement | null, field: ContactField) {
  const input = form?.elements.namedItem(field)
  return input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement ? input : undefined
}

function typedInto(form: HTMLFormElement | null): Record<ContactField, string> {
  const value = (field: ContactField) => inputOf(form, field)?.value ?? ''
  return {
    name: value('name'),
    company: value('company'),
    email: value('email'),
    phone: value('phone'),
    message: value('message'),
  }
}
