import { Checkbox } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'

import classes from './checkbox-grid.module.css'

interface CheckboxGridProps<Form> {
  readonly form: UseFormReturnType<Form>
  /** A field that holds the ids of what is checked. */
  readonly name: keyof Form & string
  readonly label: string
  readonly options: readonly { readonly id: string; readonly name: string }[]
  /** Beside the label; they stay, and keep the focus, when they change what is checked. */
  readonly actions?: ReactNode
}

/** Choices to check, one for each record, in two columns (specification, section 9, Card limits). */
export function CheckboxGrid<Form>({ form, name, label, options, actions }: CheckboxGridProps<Form>) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      {actions}
      <Checkbox.Group key={form.key(name)} {...form.getInputProps(name)}>
        <div className={classes.grid}>
          {options.map((option) => (
            <Checkbox key={option.id} value={option.id} label={option.name} size="sm" />
          ))}
        </div>
      </Checkbox.Group>
      {options.length === 0 && <p className={classes.none}>There are none yet.</p>}
    </fieldset>
  )
}
