import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useKeys } from '../screen/use-keys.ts'

interface SearchFieldProps {
  readonly label: string
  /** The current search. */
  readonly value: string
  /** Called debounced, and at once on Enter and when the field is cleared. */
  readonly onSearch: (text: string) => void
}

/** Debounce in milliseconds. */
const debounceMs = 250

/** The search field of a list; "/" focuses it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const [requested, setRequested] = useState(value)
  if (shown !== value) {
    setShown(value)
    // The URL changed, for example on Back. What this field has requested may be there later than the next letter.
    if (value !== requested) {
      setRequested(value)
      setTyped(value)
    }
  }

  function ask(text: string) {
    setRequested(text.trim())
    onSearch(text.trim())
  }
  const search = useEffectEvent((text: string) => {
    if (text.trim() !== value) ask(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed), typed === '' ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  useKeys({
    '/': () => {
      field.current?.focus()
      field.current?.select()
    },
  })

  return (
    <TextInput
      ref={field}
      type="search"
      size="sm"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => setTyped('')} />
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') ask(typed)
      }}
    />
  )
}
