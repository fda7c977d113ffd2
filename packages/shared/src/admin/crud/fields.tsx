import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

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
  return (
    <TextInput
      key={form.key(name)}
      label={label}
      withAsterisk={isRequired}
      aria-required={isRequired}
      data-autofocus={isFirst || undefined}
      autoComplete="off"
      {...rest}
      {...form.getInputProps(name)}
    />
  )
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
