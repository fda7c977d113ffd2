import type { ComponentProps } from 'react'
import { flushSync } from 'react-dom'

interface PlainFormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  readonly isSending: boolean
  /** Shows what is invalid at its field; returns whether everything is valid. Without it `send` does both. */
  readonly check?: () => boolean
  readonly send: () => void
}

/**
 * A form of a public page; with contact details it is `LeadForm`. The first invalid field takes the focus, and a second
 * press while it is sent does nothing.
 */
export function PlainForm({ isSending, check, send, ...form }: PlainFormProps) {
  return (
    <form
      {...form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isSending) return
        // The errors are there before one is focused.
        if (check === undefined || flushSync(check)) send()
        else event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      }}
    />
  )
}
