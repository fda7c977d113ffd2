import { Box, Text } from '@mantine/core'
import '@mantine/spotlight/styles.css'

import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import classes from './command-palette.module.css'
import { useRecentChoices, type PaletteChoice, usePaletteChoices } from './use-palette-choices.ts'

interface CommandPaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onKeys: () => void
}

const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Opens screens, records and leads by words of their names, and does what is done often. Spotlight provides the dialog and the field; it does not
 * expose the active option, so this component tracks it for assistive technology.
 */
export function CommandPalette({ isOpen, onClose, onKeys }: CommandPaletteProps) {
  const [[store, spotlight]] = useState(createSpotlight)
  const { query } = useSpotlight(store)
  const [recent, remember] = useRecentChoices()
  const { choices, status } = usePaletteChoices(query.trim(), recent)
  const [index, setIndex] = useState(0)
  const active = choices[Math.min(index, choices.length - 1)]
  const navigate = useNavigate()
  const { signOut } = useAuth()
  const listId = useId()
  const returnFocus = useFocusBefore(isOpen)

  useEffect(() => {
    if (!isOpen) return
    store.setState({ ...store.getState(), query: '' })
    spotlight.open()
    return spotlight.close
  }, [isOpen, spotlight, store])

  function close() {
    // First, so that a dialog that opens next returns the focus to the same element.
    returnFocus()
    onClose()
  }

  async function leave() {
    // Replaces the guard's redirect, which carries this page for the next sign-in.
    if (await signOut()) void navigate('/admin/login', { replace: true })
  }

  function choose(choice: PaletteChoice) {
    const { to, state } = choice
    close()
    // Recent choices keep the group that they were chosen from.
    remember(recent.find(({ id }) => id === choice.id) ?? choice)
    if (typeof to === 'string') void navigate(to, { state })
    else if (to.does === 'sign out') void leave()
    else onKeys()
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step !== undefined) setIndex((index + step + choices.length) % (choices.length || 1))
    if (event.key === 'Enter' && active && !event.nativeEvent.isComposing) choose(active)
  }

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      returnFocus={false}
      overlayProps={{ backgroundOpacity: 0.55 }}
      onQueryChange={() => setIndex(0)}
      onSpotlightClose={() => isOpen && close()}
      attributes={{ content: { 'aria-label': 'Search or jump to' } }}
      classNames={{ content: classes.content ?? '' }}
    >
      <Spotlight.Search
        size="md"
        className="line-below"
        py={4}
        pr={4}
        placeholder="Search or jump to…"
        aria-label="Search or jump to"
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(active && { 'aria-activedescendant': optionId(listId, active) })}
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
        onKeyDown={onKeyDown}
      />
      <PaletteOptions listId={listId} choices={choices} active={active} onChoose={choose} />
      <Text
        role="status"
        className={status === '' ? undefined : 'line-above'}
        c="dimmed"
        fz="0.8125rem"
        px={18}
        py={status === '' ? 0 : 11}
      >
        {status}
      </Text>
    </Spotlight.Root>
  )
}

/** Returns a function that restores the focus from before the palette opened. */
function useFocusBefore(isOpen: boolean): () => void {
  const before = useRef<Element>(null)
  useLayoutEffect(() => {
    if (isOpen) before.current = document.activeElement
  }, [isOpen])
  return () => {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
  }
}

interface PaletteOptionsProps {
  readonly listId: string
  readonly choices: readonly PaletteChoice[]
  /** The option selected by the arrow keys. */
  readonly active: PaletteChoice | undefined
  readonly onChoose: (choice: PaletteChoice) => void
}

/** The grouped options. The focus stays in the search field, which references the active option. */
function PaletteOptions({ listId, choices, active, onChoose }: PaletteOptionsProps) {
  const activeId = active && optionId(listId, active)
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <div id={listId} role="listbox" aria-label="Results" className={classes.list}>
      {[...new Set(choices.map(({ group }) => group))].map((group) => {
        const members = choices.filter((choice) => choice.group === group)
        return (
          <Box key={group} role="group" aria-label={group} p={4}>
            <Text c="dimmed" fz="xs" fw={600} px={12} pt={8} pb={4} aria-hidden>
              {group}
            </Text>
            {members.map((choice) => {
              const { id, label, icon: Icon } = choice
              return (
                // The search field handles the keys.
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                <div
                  key={id}
                  id={optionId(listId, choice)}
                  role="option"
                  className={classes.option}
                  aria-selected={id === active?.id}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(choice)}
                >
                  <Icon size={18} stroke={1.7} aria-hidden />
                  <span>{label}</span>
                </div>
              )
            })}
          </Box>
        )
      })}
    </div>
  )
}

function optionId(listId: string, { id }: PaletteChoice): string {
  return `${listId}${id}`
}
