import { Button, type ButtonProps, type ElementProps } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

type Props = Omit<ButtonProps, 'children'> & ElementProps<'button', keyof ButtonProps>

interface RowButtonProps extends Props {
  readonly label: string
  /** Its subject, after the label for assistive technology: "Edit NAME". */
  readonly of?: string
}

/** A small button of a row or beside a field. */
export function RowButton({ label, of, ...props }: RowButtonProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={of === undefined ? undefined : `${label} ${of}`}
      {...props}
    >
      {label}
    </Button>
  )
}

interface HeadLinkProps {
  readonly to: string
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A link beside the title of a screen. */
export function HeadLink({ to, icon, children }: HeadLinkProps) {
  return (
    <Button component={Link} to={to} variant="subtle" size="sm" px={12} leftSection={icon}>
      {children}
    </Button>
  )
}

interface SubmitButtonProps extends Props {
  readonly label: string
  /** Whether the form is being sent: it stays focusable, since `disabled` would lose the focus. */
  readonly isSending: boolean
  /** The label meanwhile. */
  readonly sending?: string
}

/** The button that sends a form. */
export function SubmitButton({ label, isSending, sending = 'Saving...', ...props }: SubmitButtonProps) {
  return (
    <Button type="submit" aria-disabled={isSending} data-disabled={isSending} {...props}>
      {isSending ? sending : label}
    </Button>
  )
}

interface CopyButtonProps extends Props {
  readonly label?: string
  /** The text, or what makes it when it is copied. */
  readonly text: string | (() => string)
}

/** Copies a text and says whether it succeeded, because browsers may deny it. */
export function CopyButton({ label = 'Copy', text, 'aria-label': name, ...props }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 })
  return (
    <Button
      aria-label={copied || error ? undefined : name}
      onClick={() => copy(typeof text === 'string' ? text : text())}
      {...props}
    >
      {error ? 'Could not copy' : copied ? 'Copied' : label}
    </Button>
  )
}
