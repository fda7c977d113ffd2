import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'

import type { LeadOrder } from '../../data/lead-list.ts'
import { SearchField } from '../lists/search-field.tsx'
import type { ListSearchParams } from '../lists/use-list-search-params.ts'
import { isBackwards, isDay, type LeadSearch } from './lead-search.ts'
import classes from './lead-tools.module.css'

const orders: { readonly value: LeadOrder; readonly label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

/** Search, order and days of the leads. */
export function LeadTools({ list: [asked, ask] }: { readonly list: ListSearchParams<LeadSearch> }) {
  return (
    <>
      <SearchField
        label="Search leads"
        value={asked.search}
        onSearch={(search) => ask({ ...asked, search })}
      />
      <NativeSelect
        aria-label="Sort by"
        size="sm"
        value={asked.order}
        data={orders}
        onChange={({ currentTarget: { value } }) => ask({ ...asked, order: value as LeadOrder })} // of `orders`
      />
      <DayField
        label="From"
        value={asked.from}
        error={isBackwards(asked) ? 'From is after To' : undefined}
        onChange={(from) => ask({ ...asked, from })}
      />
      <DayField label="To" value={asked.to} onChange={(to) => ask({ ...asked, to })} />
    </>
  )
}

interface DayFieldProps {
  readonly label: string
  /** `YYYY-MM-DD`, or empty. */
  readonly value: string
  readonly error?: string | undefined
  /** Called with a whole day, and with an empty text when it is taken away. */
  readonly onChange: (day: string) => void
}

/** A day, in the browser's own field: its calendar, and the order that its person writes dates in. */
function DayField({ label, value, error, onChange }: DayFieldProps) {
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
