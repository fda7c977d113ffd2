import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

import { isDay } from './lead-search.ts'

interface DayFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** `YYYY-MM-DD` or empty. */
  readonly value: string
  /** Called with a complete day that differs, or with an empty text. */
  readonly onChange: (day: string) => void
}

/** The browser's native date field, which shows what is typed until it is left. */
export function DayField({ value, onChange, ...input }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      type="date"
      size="sm"
      {...input}
      value={typed ?? value}
      onChange={({ currentTarget: { value: day } }) => {
        setTyped(day)
        // Typing "2026" yields the years 2, 20 and 202 first.
        if (day !== value && (day === '' || isDay(day))) onChange(day)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
