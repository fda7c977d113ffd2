import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import type { FocusEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'

import { AppError } from '../kernel/app-error.ts'
import { cleanEmail } from '../kernel/email-address.ts'
import { afterPress } from './after-press.ts'
import { useSubmitOnce } from './use-submit-once.ts'

type Read<Sent> =
  | { readonly success: true; readonly data: Sent }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** A zod schema, as far as a form needs it. */
type Rules<Sent> = Parameters<typeof schemaResolver>[0] & {
  readonly safeParse: (typed: unknown) => Read<Sent>
}

interface RulesFormOptions<Values extends Record<string, unknown>, Sent> {
  readonly rules: Rules<Sent>
  readonly initial: Values
  /**
   * Sends the values after the rules' transformations; resolves to false if it did not. Thrown errors have been
   * shown, except a value that the server rejects, which is shown at its field. The submitter is the pressed
   * button, if any.
   */
  readonly send: (values: Sent, form: UseFormReturnType<Values>, submitter: HTMLElement | null) => unknown
  /** Whether the form is empty once it is sent. */
  readonly isEmptied?: boolean
  /** Whether each change renders the form, for a preview of it. */
  readonly isLive?: boolean
}

/** A form that its rules check and that sends one request at a time. */
export interface RulesForm<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>
  readonly isSending: boolean
  readonly onSubmit: ReturnType<UseFormReturnType<Values>['onSubmit']>
}

/**
 * A form whose errors show at its fields, on submit and on leaving an edited field; the first of them takes the
 * focus. An error moves the content below it, so it waits while a button is being pressed. A second press while
 * sending does nothing, and after a failure the input stays. E-mail addresses are shown without pasted remains.
 */
export function useRulesForm<Values extends Record<string, unknown>, Sent>(
  options: RulesFormOptions<Values, Sent>,
): RulesForm<Values> {
  const { rules, initial, send, isEmptied = false, isLive = false } = options
  const form: UseFormReturnType<Values> = useForm<Values>({
    mode: isLive ? 'controlled' : 'uncontrolled',
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
          // A value that the server rejected may be valid here.
          if (input.ariaInvalid !== 'true') current.validateField(field)
        })
      },
    }),
  })

  const sending = useSubmitOnce(async (values: Sent, submitter: HTMLElement | null) => {
    const typed = form.getValues()
    try {
      if ((await send(values, form, submitter)) === false) return
    } catch (error) {
      if (error instanceof AppError && error.field !== undefined)
        form.setFieldError(error.field, error.message)
      return
    }
    if (isEmptied) form.reset()
    else form.resetDirty(typed)
  })

  function focusFirstError(issues: readonly Issue[]) {
    const errors: Record<string, ReactNode> = {}
    for (const { path, message } of issues) errors[path.map(String).join('.')] ??= message
    const paths = Object.keys(errors)
    const [first] = Object.keys(initial).flatMap((field) =>
      paths.filter((path) => path === field || path.startsWith(`${field}.`)),
    )
    // A section that is collapsed opens for the errors of its fields.
    flushSync(() => form.setErrors(errors))
    if (first !== undefined) form.getInputNode(first)?.focus()
  }

  return {
    form,
    isSending: sending.isRunning,
    onSubmit(event) {
      event?.preventDefault()
      const read = rules.safeParse(form.getValues())
      if (!read.success) return focusFirstError(read.error.issues)
      form.clearErrors()
      const submitter = event?.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
      void sending.run(read.data, submitter)
    },
  }
}
