import { Checkbox, PasswordInput, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRovingIndex } from '@mantine/hooks'
import { type InputEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

import classes from './fields.module.css'

interface FieldProps<Form> {
  readonly form: UseFormReturnType<Form>
  readonly name: keyof Form & string
  readonly label: string
  readonly placeholder?: string
  /** Shown below the field, such as a warning. */
  readonly hint?: ReactNode
}

interface TextFieldProps<Form> extends FieldProps<Form> {
  readonly isRequired?: boolean
  /** Whether the field gets the focus when the dialog opens. */
  readonly isFirst?: boolean
  readonly type?: 'text' | 'url' | 'number' | 'email' | 'tel' | 'date' | 'datetime-local'
  readonly inputMode?: 'text' | 'numeric' | 'decimal' | 'url'
  readonly autoComplete?: 'name' | 'tel'
  /** Beside the text, inside of the field. */
  readonly rightSection?: ReactNode
}

/** A single-line field of a record's form. */
export function TextField<Form>({
  form,
  name,
  label,
  isRequired = false,
  isFirst = false,
  hint,
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
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      {...rest}
      {...input}
      {...((rest.type === 'number' || rest.type === 'date') && reportBadInput(input.onChange))}
    />
  )
}

/** A password that is required. */
export function PasswordField<Form>({
  form,
  name,
  label,
  autoComplete,
}: FieldProps<Form> & { readonly autoComplete: 'current-password' | 'new-password' }) {
  return (
    <PasswordInput
      key={form.key(name)}
      label={label}
      autoComplete={autoComplete}
      withAsterisk
      aria-required
      {...form.getInputProps(name)}
    />
  )
}

/**
 * A number or date input reports an unparsable text ("3-4") as empty, which would be saved as null. React's onChange does not
 * fire when an empty field becomes unparsable, so listen to the native input event.
 */
export function reportBadInput(change: (value: string) => void) {
  return {
    onChange: undefined,
    onInput({ currentTarget: { value, validity } }: InputEvent<HTMLInputElement>) {
      change(validity.badInput ? 'not valid' : value)
    },
  }
}

/** A multi-line field of a record's form. */
export function LongTextField<Form>({
  form,
  name,
  label,
  placeholder,
  hint,
  rows = 3,
  isRequired = false,
}: FieldProps<Form> & { readonly rows?: number; readonly isRequired?: boolean }) {
  return (
    <Textarea
      key={form.key(name)}
      label={label}
      withAsterisk={isRequired}
      aria-required={isRequired}
      placeholder={placeholder}
      rows={rows}
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      resize="vertical"
      {...form.getInputProps(name)}
    />
  )
}

/** A field that is on or off. */
export function CheckField<Form>({ form, name, label, hint }: FieldProps<Form>) {
  return (
    <Checkbox
      key={form.key(name)}
      label={label}
      description={hint}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  )
}

interface CheckboxGridProps<Form> {
  readonly form: UseFormReturnType<Form>
  /** The field with the checked ids. */
  readonly name: keyof Form & string
  readonly label: string
  readonly options: readonly { readonly id: string; readonly name: string }[]
  /** Buttons beside the label. */
  readonly actions?: ReactNode
}

/** Columns of the checkboxes (product.md, section 9, Card limits). */
const gridColumns = 2
/** Letters that follow each other within this many milliseconds are one word. */
const typeaheadTimeoutMs = 700

/**
 * A checkbox for each record, in two columns. The group is one stop of the Tab key: arrow keys move inside it, and letters
 * go to the option that begins with them.
 */
export function CheckboxGrid<Form>({ form, name, label, options, actions }: CheckboxGridProps<Form>) {
  const hint = useId()
  const { getItemProps, onLetter } = useGridKeys(options)
  return (
    <fieldset aria-describedby={options.length > 0 ? hint : undefined}>
      <Text component="legend" size="sm" fw={600} p={0}>
        {label}
      </Text>
      {actions}
      <Checkbox.Group key={form.key(name)} {...form.getInputProps(name)}>
        <div className={classes.grid}>
          {options.map((option, index) => (
            <Checkbox
              key={option.id}
              value={option.id}
              label={option.name}
              size="sm"
              {...getItemProps({ index, onKeyDown: onLetter })}
            />
          ))}
        </div>
      </Checkbox.Group>
      {options.length === 0 ? (
        <Text c="dimmed" size="sm" mt={6}>
          There are none yet.
        </Text>
      ) : (
        <span id={hint} hidden>
          Arrow keys or first letters move between the options.
        </span>
      )}
    </fieldset>
  )
}

function useGridKeys(options: CheckboxGridProps<unknown>['options']) {
  const { getItemProps, focusedIndex, setFocusedIndex } = useRovingIndex({
    total: options.length,
    columns: gridColumns,
  })
  const typed = useRef({ word: '', at: 0 })
  function onLetter(event: KeyboardEvent<HTMLElement>) {
    const { key, ctrlKey, metaKey, altKey, timeStamp, currentTarget } = event
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return
    const isNext = timeStamp - typed.current.at > typeaheadTimeoutMs
    const word = (isNext ? '' : typed.current.word) + key.toLocaleLowerCase()
    typed.current = { word, at: timeStamp }
    // A first letter leaves the option that has the focus, so that it finds each in turn.
    const from = focusedIndex + (word.length === 1 ? 1 : 0)
    const order = options.map((_, step) => (from + step) % options.length)
    const found = order.find((index) => options[index]?.name.toLocaleLowerCase().startsWith(word))
    if (found === undefined) return
    setFocusedIndex(found)
    const boxes = currentTarget.closest('fieldset')?.querySelectorAll<HTMLElement>('input[type="checkbox"]')
    boxes?.[found]?.focus()
  }
  return { getItemProps, onLetter }
}

/** Subscribes to the value of a form's field. */
export function useFieldValue<Form, Name extends keyof Form & string>(
  form: UseFormReturnType<Form>,
  name: Name,
): Form[Name] {
  return form.useWatchValue(name) as Form[Name] // the type of that field
}
