import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface SearchFieldProps {
  /** Such as "Search products". */
  readonly label: string
  /** The search that the list shows. */
  readonly value: string
  /** Called a moment after the last key, at once on Enter and when the field is emptied. */
  readonly onSearch: (text: string) => void
}

/** Milliseconds without a key after which a search begins. */
const pause = 250

/** The search of a list; "/" anywhere on the screen goes there. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    // The list was asked for something else, for instance by going back.
    setShown(value)
    if (typed.trim() !== value) setTyped(value)
  }

  const search = useEffectEvent((text: string) => {
    if (text.trim() !== value) onSearch(text.trim())
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed), typed === '' ? 0 : pause)
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

/** "/" goes to the field, unless somebody is typing or a dialog is open. */
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
