import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import type { ComponentProps, ReactNode } from 'react'
import { flushSync } from 'react-dom'

import classes from './plain-form.module.css'

interface PlainFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly isSending: boolean
  /** Shows what is invalid at its field; returns whether everything is valid. Without it `send` does both. */
  readonly check?: () => boolean
  readonly send: (form: HTMLFormElement) => void
  /** Why the last try failed, unless a toast says so. */
  readonly failure?: unknown
}

/**
 * A form of a public page; with contact details it is `LeadForm`. The first invalid field takes the focus, and a second
 * press while it is sent does nothing. With `noValidate={false}` the browser checks required fields.
 */
export function PlainForm({ isSending, check, send, failure, children, ...form }: PlainFormProps) {
  return (
    <form
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isSending) return
        const { currentTarget } = event
        // The errors are there before one is focused.
        if (check === undefined || flushSync(check)) send(currentTarget)
        else currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      }}
    >
      {children}
      {failure != null && (
        <p role="alert" className={classes.error}>
          {errorMessage(failure)}
        </p>
      )}
    </form>
  )
}

interface PrivacyNoteProps {
  /** The form's stored input. */
  readonly sentence: string
  /** The notice itself. */
  readonly children: ReactNode
}

/** A form's text about privacy. */
export function PrivacyNote({ sentence, children }: PrivacyNoteProps) {
  return (
    <div role="note" aria-label="Privacy notice">
      <p className={classes.note}>
        {sentence}{' '}
        <a href="/privacy" target="_blank" rel="noreferrer">
          Privacy
        </a>
      </p>
      {children}
    </div>
  )
}
