import { useRunningParts } from '@giftwell/shared/kernel/in-parts.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { Button, Progress, Text } from '@mantine/core'
import { useState } from 'react'

/** The progress of work on many records, and what ends it. */
export function PartsProgress() {
  const parts = useRunningParts()
  // While closing, it shows the final progress.
  const [shown, setShown] = useState(parts)
  if (parts !== null && parts !== shown) setShown(parts)
  const { title, done, total, stop } = shown ?? { title: '', done: 0, total: 0, stop: () => undefined }
  return (
    <Dialog opened={parts !== null} onClose={stop} title={title} size="440px">
      <Text className="tabular" role="status">
        {done.toLocaleString()} of {total.toLocaleString()}
      </Text>
      <Progress.Root
        my={12}
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <Progress.Section withAria={false} value={(100 * done) / Math.max(1, total)} />
      </Progress.Root>
      <Text c="dimmed" size="sm" mb={16}>
        Keep this window open. Completed parts stay done when you stop.
      </Text>
      <Button variant="default" onClick={stop}>
        Stop
      </Button>
    </Dialog>
  )
}
