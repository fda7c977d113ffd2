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
  if (shown !== value) {
    // The URL changed, for example on Back.
    setShown(value)
    if (typed.trim() !== value) setTyped(value)
  }

  const search = useEffectEvent((text: string) => {
    if (text.trim() !== value) onSearch(text.trim())
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
        if (event.key === 'Enter') onSearch(typed.trim())
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
