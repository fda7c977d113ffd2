import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import { CopyButton } from '../screen/buttons.tsx'

interface ShownOnceProps {
  readonly title: string
  readonly label: string
  /** A key or a secret. */
  readonly value: string
  readonly hint: string
  readonly onClose: () => void
}

/** Shows a secret once, to copy. */
export function ShownOnce({ title, label, value, hint, onClose }: ShownOnceProps) {
  const { close } = useDialogEntry({ opened: true, onClose })
  return (
    <Dialog opened onClose={close} title={title} size="560px">
      <Stack gap={14}>
        <TextInput
          label={label}
          description="It is not shown again. Copy it now, and store it where only your program reads it."
          readOnly
          data-autofocus
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
          value={value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Text c="dimmed" fz="sm">
          {hint}
        </Text>
        <Group gap={8}>
          <CopyButton text={value} />
          <Button variant="default" onClick={close}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
