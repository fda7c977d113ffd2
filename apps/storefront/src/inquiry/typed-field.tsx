import { type ComponentProps, useId } from 'react'

import classes from '../lead/contact-field.module.css'

interface TypedFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange' | 'value'> {
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  readonly className?: string | undefined
  readonly onType: (value: string) => void
}

/** A labelled field with the look of the contact fields, whose value and error belong to its parent. */
export function TypedField({ label, error, className, onType, ...input }: TypedFieldProps) {
  const id = useId()
  return (
    <div className={[classes.root, className].filter(Boolean).join(' ')}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={classes.input}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** The error of a field for an optional whole number. */
export function countError(text: string, count: number | null, most: number): string | undefined {
  return text.trim() === '' || count !== null
    ? undefined
    : `A whole number from 1 to ${most.toLocaleString('en-IN')}`
}
