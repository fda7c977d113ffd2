import { Kbd, Text } from '@mantine/core'
import { useOs, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import classes from './palette-button.module.css'
import { type ComponentType, useState } from 'react'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'

/** Opens the palette and shows its shortcut. */
export function PaletteButton({
  onOpen,
  onNear,
}: {
  readonly onOpen: () => void
  readonly onNear: () => void
}) {
  const os = useOs({ getValueInEffect: false })
  const isApple = os === 'macos' || os === 'ios'
  return (
    <button
      type="button"
      className={classes.root}
      aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
      onClick={onOpen}
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <IconSearch size={16} stroke={1.7} aria-hidden />
      <Text component="span" flex={1} fz="inherit" ta="start" truncate>
        Search or jump to…
      </Text>
      <Kbd ff="text" fz="0.6875rem" fw={600} aria-hidden>
        {isApple ? '⌘K' : 'Ctrl K'}
      </Kbd>
    </button>
  )
}

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onKeys: () => void
}

/** The lazily loaded command palette. Ctrl+K or ⌘K opens it unless a dialog is open. */
export function usePalette() {
  const toasts = useToasts()
  const [isOpen, setOpen] = useState(false)
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>()

  async function open() {
    try {
      const { CommandPalette } = await loadPalette()
      if (isDialogOpen()) return
      setPalette(() => CommandPalette)
      setOpen(true)
    } catch (error) {
      console.error('The palette could not be loaded', error)
      toasts.show({
        title: 'Something went wrong',
        description: 'The search could not be opened. Please try refreshing the page.',
        variant: 'destructive',
      })
    }
  }

  useHotkeys([['mod+K', () => void open()]], [])
  return { isOpen, open: () => void open(), close: () => setOpen(false), Palette }
}

/** Loads the palette's chunk. */
export function loadPalette() {
  return import('./command-palette.tsx')
}

function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null
}
