import { Checkbox, Paper, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'

import type { FormValues } from '@giftwell/shared/kernel/entity.ts'
import classes from './settings-screen.module.css'

interface SettingsFieldsetProps {
  readonly title: string
  readonly isSaving: boolean
  readonly children: ReactNode
}

/** A part of the settings under its title. */
export function SettingsFieldset(props: SettingsFieldsetProps) {
  return (
    <Paper component="fieldset" withBorder radius="lg" className={classes.part} disabled={props.isSaving}>
      <legend className={classes.title}>{props.title}</legend>
      <Stack className={classes.fields}>{props.children}</Stack>
    </Paper>
  )
}

interface SettingCheckProps<Values extends FormValues> {
  readonly form: UseFormReturnType<Values>
  readonly name: keyof Values & string
  readonly label: string
  readonly hint: string
}

/** A setting that is on or off. */
export function SettingCheck<Values extends FormValues>({
  form,
  name,
  label,
  hint,
}: SettingCheckProps<Values>) {
  return (
    <Checkbox
      key={form.key(name)}
      label={label}
      description={hint}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  )
}
