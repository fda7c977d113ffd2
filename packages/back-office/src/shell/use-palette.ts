import { useHotkeys } from '@mantine/hooks'
import { type ComponentType, useState } from 'react'

import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Shows the keys. */
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
