import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'

/** A filter that no field shows, with a button that removes it. */
export function FilterChip({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <Button
      variant="light"
      size="sm"
      h="auto"
      mih={36}
      // Its label may be long.
      styles={{ label: { whiteSpace: 'normal' } }}
      rightSection={<IconX size={16} stroke={1.7} aria-hidden />}
      aria-label={`Remove ${label}`}
      onClick={onRemove}
    >
      {label}
    </Button>
  )
}
