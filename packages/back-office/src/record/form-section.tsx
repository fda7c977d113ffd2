import { Button, Stack, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'

import type { FormValues } from '@giftwell/shared/kernel/entity.ts'
import classes from './form-section.module.css'

interface FormSectionProps<Form extends FormValues> {
  readonly form: UseFormReturnType<Form>
  readonly title: string
  /** The fields that it shows. */
  readonly fields: readonly (keyof Form & string)[]
  readonly children: ReactNode
}

/** A part of a form that is collapsed while it is empty, and opens when it is filled in or refused elsewhere. */
export function FormSection<Form extends FormValues>(props: FormSectionProps<Form>) {
  const { form, title, fields, children } = props
  const id = useId()
  const isFilled = fields.some((field) => isGiven(form.getValues()[field]))
  const isRefused = Object.keys(form.errors).some((path) =>
    fields.some((field) => field === path.split('.')[0]),
  )
  const [wasFilled, setWasFilled] = useState(isFilled)
  const [isOpen, setOpen] = useState(isFilled)
  if (isFilled !== wasFilled) {
    setWasFilled(isFilled)
    if (isFilled) setOpen(true)
  }
  if (isRefused && !isOpen) setOpen(true)
  return (
    <section className="line-above" aria-label={title}>
      <Title order={3}>
        <Button
          variant="subtle"
          className={classes.head}
          leftSection={<IconChevronRight size={18} stroke={1.7} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {title}
        </Button>
      </Title>
      <Stack id={id} gap={14} py={8} hidden={!isOpen}>
        {isOpen && children}
      </Stack>
    </section>
  )
}

function isGiven(value: FormValues[string] | undefined): boolean {
  return typeof value === 'object' || typeof value === 'string' ? value.length > 0 : value === true
}
