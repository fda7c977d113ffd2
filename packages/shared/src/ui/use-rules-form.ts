import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import type { FocusEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'

import { cleanEmail } from '../kernel/email-address.ts'
import { afterPress } from './after-press.ts'

interface RulesFormOptions<Values extends Record<string, unknown>> {
  /** A schema for the form's values, of any library that follows Standard Schema. */
  readonly rules: Parameters<typeof schemaResolver>[0]
  readonly initial: Values
}

/** A form, and what to do with a submit that its rules refuse. */
export interface RulesForm<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>
  /** Wraps a submission: runs it when the form is valid, else focuses the first invalid field. */
  submitTo(submission: () => Promise<void>): ReturnType<UseFormReturnType<Values>['onSubmit']>
}

/**
 * A form whose errors show at its fields, on submit and on leaving a field that was typed into. An error moves what is
 * below it, so it waits while a button is being pressed. An e-mail address is shown without what pasting brings.
 */
export function useRulesForm<Values extends Record<string, unknown>>({
  rules,
  initial,
}: RulesFormOptions<Values>): RulesForm<Values> {
  const form: UseFormReturnType<Values> = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: initial,
    validate: schemaResolver(rules, { sync: true }),
    enhanceGetInputProps: ({ field, form: current }) => ({
      onBlur({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
        const { type, value } = input
        const cleaned = type === 'email' ? cleanEmail(value) : value
        // The value of an e-mail field is a text.
        if (cleaned !== value) current.setFieldValue(field, cleaned as never)
        if (!current.isDirty(field)) return
        afterPress(() => {
          // What the server has refused meanwhile may be valid here.
          if (input.ariaInvalid !== 'true') current.validateField(field)
        })
      },
    }),
  })

  function focusFirstError(errors: Record<string, ReactNode>) {
    const paths = Object.keys(errors)
    const [first] = Object.keys(initial).flatMap((field) =>
      paths.filter((path) => path === field || path.startsWith(`${field}.`)),
    )
    // A section that is collapsed opens for the errors of its fields.
    flushSync(() => form.setErrors(errors))
    if (first !== undefined) form.getInputNode(first)?.focus()
  }

  return { form, submitTo: (submission) => form.onSubmit(() => void submission(), focusFirstError) }
}
