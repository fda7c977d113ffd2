import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

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
  const [asked, setAsked] = useState(value)
  if (shown !== value) {
    setShown(value)
    // The URL changed, for example on Back. What this field has asked for may be there later than the next letter.
    if (value !== asked) {
      setAsked(value)
      setTyped(value)
    }
  }

  function ask(text: string) {
    setAsked(text.trim())
    onSearch(text.trim())
  }
  const search = useEffectEvent((text: string) => {
    if (text.trim() !== value) ask(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed), typed === '' ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  useFocusOnSlash(field)

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

/** "/" focuses the field, except in other fields and dialogs. */
function useFocusOnSlash(field: { readonly current: HTMLInputElement | null }) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      if (!(target instanceof HTMLElement) || target.closest('input, textarea, select, [role="dialog"]'))
        return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [field])
}
