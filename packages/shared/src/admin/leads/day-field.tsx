import { TextInput } from '@mantine/core'
import { useState } from 'react'

import classes from './day-field.module.css'
import { isDay } from './lead-search.ts'

interface DayFieldProps {
  readonly label: string
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string
  readonly error?: string | undefined
  /** Called with a whole day, and with an empty text when it is taken away. */
  readonly onChange: (day: string) => void
}

/** A day, in the browser's own field: its calendar, and the order that its person writes dates in. */
export function DayField({ label, value, error, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    // The list was asked for something else, for instance by going back.
    setShown(value)
    setTyped(value)
  }

  return (
    <TextInput
      type="date"
      size="sm"
      aria-label={label}
      leftSection={<span aria-hidden>{label}</span>}
      leftSectionWidth={label.length * 8 + 18}
      classNames={{ section: classes.label ?? '', input: classes.input ?? '' }}
      error={error}
      value={typed}
      onChange={({ currentTarget: { value: day } }) => {
        setTyped(day)
        // Typing "2026" passes through the years 2, 20 and 202.
        if (day === '' || isDay(day)) onChange(day)
      }}
    />
  )
}
