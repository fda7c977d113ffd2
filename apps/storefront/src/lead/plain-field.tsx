import { type ComponentProps, type MouseEvent, type ReactNode, useId } from 'react'

import classes from './plain-form.module.css'

/** The props of a public form's field, beside those of its element. */
export interface PlainFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: ReactNode
  /** Marks the field; its form checks it. `required` makes the browser check it. */
  readonly isRequired?: boolean
  readonly description?: ReactNode
  readonly error?: string | undefined
  /** Makes it a field for longer texts, so many lines high at first. */
  readonly lines?: number | undefined
  readonly className?: string | undefined
}

/**
 * A labelled field of a public form, with the look of Mantine's. It is plain HTML: there, and ready to be typed into,
 * before any script is, and without weight on pages that most people only read.
 */
export function PlainField(props: PlainFieldProps) {
  const { label, isRequired = false, description, error, lines, className, ...input } = props
  const id = useId()
  const isWrong = error !== undefined
  const about = [description !== undefined && `${id}-about`, isWrong && `${id}-error`].filter(Boolean)
  const shared = {
    ...input,
    id,
    className: classes.input,
    'aria-required': isRequired || undefined,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': about.join(' ') || undefined,
  }
  return (
    <div className={[classes.root, className].filter(Boolean).join(' ')}>
      {/* Handles the browser's events on the label's text. */}
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
        <input type="text" {...shared} />
      ) : (
        // The handlers read the value, which both elements have.
        <textarea {...(shared as ComponentProps<'textarea'>)} rows={lines} />
      )}
      {description !== undefined && (
        <p id={`${id}-about`} className={classes.note}>
          {description}
        </p>
      )}
      {isWrong && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A double click on a label goes to its field; it is not meant to select the label's text. */
function keepSelection(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}
