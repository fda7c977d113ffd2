import { useOs } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'

import classes from './palette-button.module.css'

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
      <span className={classes.words}>Search or jump to…</span>
      <kbd className={classes.keys} aria-hidden>
        {isApple ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  )
}
