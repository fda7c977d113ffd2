import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { InputEvent } from 'react'

interface FieldProps<Form> {
  readonly form: UseFormReturnType<Form>
  readonly name: keyof Form & string
  readonly label: string
  readonly placeholder?: string
}

interface TextFieldProps<Form> extends FieldProps<Form> {
  readonly isRequired?: boolean
  /** Where a dialog's keyboard begins. */
  readonly isFirst?: boolean
  readonly type?: 'text' | 'url' | 'number'
  /** The keyboard that a phone offers. */
  readonly inputMode?: 'text' | 'numeric' | 'url'
}

/** A line of text in a record's form. */
export function TextField<Form>({
  form,
  name,
  label,
  isRequired = false,
  isFirst = false,
  ...rest
}: TextFieldProps<Form>) {
  const input = form.getInputProps(name)
  return (
    <TextInput
      key={form.key(name)}
      label={label}
      withAsterisk={isRequired}
      aria-required={isRequired}
      data-autofocus={isFirst || undefined}
      autoComplete="off"
      {...rest}
      {...input}
      {...(rest.type === 'number' && telling(input.onChange))}
    />
  )
}

/**
 * For a field of numbers: what the browser cannot read as one ("3-4") it hands over as an empty text, which would be
 * saved as no number at all. From an empty field to such a text nothing has changed for it, so its own event is heard.
 */
function telling(change: (value: string) => void) {
  return {
    onChange: undefined,
    onInput({ currentTarget: { value, validity } }: InputEvent<HTMLInputElement>) {
      change(validity.badInput ? 'no number' : value)
    },
  }
}

/** Several lines of text in a record's form. */
export function LongTextField<Form>({ form, name, label, placeholder }: FieldProps<Form>) {
  return (
    <Textarea
      key={form.key(name)}
      label={label}
      placeholder={placeholder}
      rows={3}
      resize="vertical"
      {...form.getInputProps(name)}
    />
  )
}
