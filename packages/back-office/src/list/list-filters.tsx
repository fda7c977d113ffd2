import { useQuery } from '@tanstack/react-query'
import { Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import classes from './list-card.module.css'

const tables = {
  product: 'products',
  category: 'categories',
  theme: 'themes',
  industry: 'industry_tags',
} as const

/** The filter of leads and quotations by what they are about, as the figures count it: `category:` and an id, or `band:Rs.500-1000`. */
export const aboutForm = /^(?:(?:product|category|theme|industry):[\da-f-]{36}|band:.+)$/

interface AboutChipProps {
  /** "Asked for". */
  readonly verb: string
  readonly about: string
  readonly onRemove: () => void
}

/** The filter by what leads or quotations are about, by its name. */
function AboutChip({ verb, about, onRemove }: AboutChipProps) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const [kind = '', id = ''] = about.split(/:(.*)/)
  const named = useQuery({
    queryKey: ['name', about],
    enabled: isOnline && kind !== 'band' && id !== 'none',
    queryFn: async ({ signal }) => {
      const table = tables[kind as keyof typeof tables] // by `aboutForm`
      const rows = await readRows(backend, (rest) =>
        rest.from(table).select('name').eq('id', id).abortSignal(signal),
      )
      return rows[0]?.name ?? null
    },
  })
  const name =
    id === 'none'
      ? `no ${kind}`
      : kind === 'band'
        ? id
        : (named.data ?? `a ${kind}${named.data === null ? ' that is deleted' : ''}`)
  return <FilterChip label={`${verb} ${name}`} onRemove={onRemove} />
}

/** What is listed, and what changes it. */
export interface FiltersProps<Listing> {
  readonly listing: Listing
  readonly show: (listing: Listing) => void
}

interface FilterChipsProps<Listing> extends FiltersProps<Listing> {
  /** The chip's text for each filter's value. */
  readonly texts: { readonly [Name in keyof Listing]?: (value: NonNullable<Listing[Name]>) => string }
  /** The prefix of the name in the chip of `about`. */
  readonly verb: string
}

/** Required `search` tells a listing without such filters from any other object. */
interface MayBeAbout {
  readonly search: string
  readonly about?: string | undefined
  readonly lines?: string | undefined
}

/** The filters that are set and that no field shows, each with a button that removes it. */
export function FilterChips<Listing extends MayBeAbout>(props: FilterChipsProps<Listing>) {
  const { listing, show, texts, verb } = props
  const remove = (name: keyof Listing) => () => show({ ...listing, [name]: undefined })
  const names = Object.keys(texts) as (keyof Listing)[] // its own keys
  return (
    <>
      {names.map((name) => {
        const value = listing[name]
        const label = value == null ? undefined : texts[name]?.(value)
        return label !== undefined && <FilterChip key={String(name)} label={label} onRemove={remove(name)} />
      })}
      {listing.about !== undefined && (
        <AboutChip verb={verb} about={listing.about} onRemove={remove('about')} />
      )}
      {listing.lines !== undefined && (
        <AboutChip verb="With" about={listing.lines} onRemove={remove('lines')} />
      )}
    </>
  )
}

/** A filter that no field shows, with a button that removes it. */
function FilterChip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <Button
      variant="light"
      size="sm"
      h="auto"
      mih={36}
      // Its label may be long.
      styles={{ label: { whiteSpace: 'normal' } }}
      rightSection={<IconX size={16} stroke={1.7} aria-hidden />}
      aria-label={`Remove ${label}`}
      onClick={onRemove}
    >
      {label}
    </Button>
  )
}

interface DayFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** `YYYY-MM-DD` or empty. */
  readonly value: string
  /** Called with a complete day that differs, or with an empty text. */
  readonly onChange: (day: string) => void
}

/** The browser's native date field, which shows its input until it loses the focus. */
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

/** Days from and to, as `YYYY-MM-DD`, empty for no limit. */
interface Days {
  readonly from: string
  readonly to: string
}

interface DayRangeProps {
  readonly range: Days
  readonly onChange: (range: Partial<Days>) => void
}

/** The fields "From" and "To". */
export function DayRange({ range, onChange }: DayRangeProps) {
  return (
    <Group gap={8} className={classes.days}>
      <DayField
        {...dayLabel('From')}
        value={range.from}
        error={isBackwards(range) ? 'From is after To' : undefined}
        onChange={(from) => onChange({ from })}
      />
      <DayField {...dayLabel('To')} value={range.to} onChange={(to) => onChange({ to })} />
    </Group>
  )
}

/** A label within the field. */
function dayLabel(label: string) {
  return {
    'aria-label': label,
    leftSection: (
      <Text component="span" c="dimmed" fz="0.8125rem" fw={500} aria-hidden>
        {label}
      </Text>
    ),
    leftSectionWidth: label.length * 8 + 18,
    miw: 148,
  }
}

/** Whether the end precedes the start. */
export function isBackwards({ from, to }: Days): boolean {
  return from !== '' && to !== '' && from > to
}

/** The day of a parameter of the URL; empty where it is none. */
export function dayIn(params: URLSearchParams, name: string): string {
  const text = params.get(name) ?? ''
  return isDay(text) ? text : ''
}

/** Whether a text is the first and the last of some days, like `2026-11-01_2026-11-30`. */
export function areDays(text: string): boolean {
  return text.split('_').length === 2 && text.split('_').every(isDay)
}

/** Whether a text is a valid day; excludes incomplete years. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
