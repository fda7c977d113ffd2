import type { ContactField as FieldName } from './required-contact-fields.ts'
import { type MouseEvent, useId } from 'react'

import classes from './contact-field.module.css'
import type { FieldWatch } from './use-contact-form.ts'

interface ContactFieldProps {
  readonly name: FieldName
  readonly label: string
  readonly isRequired?: boolean
  readonly error: string | undefined
  readonly watch: FieldWatch
  readonly type?: 'text' | 'email' | 'tel'
  readonly autoComplete?: string
  readonly placeholder?: string | undefined
  /** Makes it a field for longer texts, so many lines high at first. */
  readonly lines?: number
  readonly className?: string | undefined
}

/**
 * A labelled field of a public form, with the look of Mantine's. It is plain HTML: there, and ready to be typed into,
 * before any script is, and without weight on pages that most people only read.
 */
export function ContactField({
  name,
  label,
  isRequired = false,
  error,
  watch,
  type = 'text',
  autoComplete,
  placeholder,
  lines,
  className,
}: ContactFieldProps) {
  const id = useId()
  const isWrong = error !== undefined
  const shared = {
    ...watch,
    id,
    name,
    placeholder,
    className: classes.input,
    'aria-required': isRequired || undefined,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': isWrong ? `${id}-error` : undefined,
  }
  return (
    <div className={[classes.root, className].filter(Boolean).join(' ')}>
      {/* What is listened for is what the browser does with the label's words. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <label htmlFor={id} className={classes.label} onMouseDown={keepSelection}>
        {label}
        {isRequired && (
          <span className={classes.asterisk} aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      {lines === undefined ? (
        <input {...shared} type={type} autoComplete={autoComplete} />
      ) : (
        <textarea {...shared} rows={lines} />
      )}
      {isWrong && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A double click on a label goes to its field; it is not meant to select the label's words. */
function keepSelection(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}
