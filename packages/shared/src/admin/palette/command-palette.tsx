import '@mantine/spotlight/styles.css'

import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import classes from './command-palette.module.css'
import { PaletteOptions } from './palette-options.tsx'
import { usePaletteChoices } from './use-palette-choices.ts'

interface CommandPaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

const [store, spotlight] = createSpotlight()

/**
 * Reaches every screen by its name and every product by a part of its name. Spotlight brings the dialog and the arrow
 * keys; the roles that tell assistive technology which option they are at are ours.
 */
export function CommandPalette({ isOpen, onClose }: CommandPaletteProps) {
  const { query, selected } = useSpotlight(store)
  const { choices, says } = usePaletteChoices(query.trim())
  const navigate = useNavigate()
  const listId = useId()
  const returnFocus = useFocusBefore(isOpen)
  const active = choices[Math.min(selected, choices.length - 1)]

  useEffect(() => {
    if (!isOpen) return
    spotlight.open()
    return spotlight.close
  }, [isOpen])

  function close() {
    // Before anything else takes the focus: a dialog that is opened next should find it where it was.
    returnFocus()
    onClose()
  }

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      returnFocus={false}
      overlayProps={{ backgroundOpacity: 0.55, blur: 2 }}
      onSpotlightClose={() => isOpen && close()}
      attributes={{ content: { 'aria-label': 'Search or jump to' } }}
      classNames={{ content: classes.content ?? '' }}
    >
      <Spotlight.Search
        size="md"
        className={classes.search}
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(active && { 'aria-activedescendant': `${listId}${active.id}` })}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
      />
      <Spotlight.ActionsList id={listId} role="listbox" aria-label="Results" className={classes.list}>
        <PaletteOptions
          choices={choices}
          active={active}
          idPrefix={listId}
          onChoose={(to) => {
            close()
            void navigate(to)
          }}
        />
      </Spotlight.ActionsList>
      <p className={classes.says} role="status">
        {says}
      </p>
    </Spotlight.Root>
  )
}

/** A way to give the focus back to what had it before the palette opened. */
function useFocusBefore(isOpen: boolean): () => void {
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement
  }, [isOpen])
  return () => {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }
}
