import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react'

interface CopyButtonProps {
  /** Such as "Copy email". */
  readonly label: string
  readonly text: string
}

/** Copies a text, and says whether that worked: a browser may refuse it. */
export function CopyButton({ label, text }: CopyButtonProps) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 })
  const Icon = error ? IconX : copied ? IconCheck : IconCopy
  const color = error ? 'brick' : copied ? 'leaf' : 'gray'
  return (
    <>
      <ActionIcon
        variant="subtle"
        color={color}
        aria-label={label}
        title={error ? 'Could not copy' : label}
        onClick={() => copy(text)}
      >
        <Icon size={16} stroke={1.7} aria-hidden />
      </ActionIcon>
      <VisuallyHidden aria-live="polite">{error ? 'Could not copy' : copied && 'Copied'}</VisuallyHidden>
    </>
  )
}
