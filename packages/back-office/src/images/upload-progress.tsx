import { Button, Progress } from '@mantine/core'
import { useCallback } from 'react'

import classes from './image-field.module.css'

interface UploadProgressProps {
  /** From 0 to 1. */
  readonly sent: number
  readonly onCancel: () => void
}

/** The upload progress with a cancel button. */
export function UploadProgress({ sent, onCancel }: UploadProgressProps) {
  const percent = Math.round(sent * 100)

  /** Native listeners: in Firefox, events of a disabled fieldset do not bubble to React's root. */
  const listen = useCallback(
    (button: HTMLDivElement) => {
      const cancelByKey = (event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onCancel()
      }
      button.addEventListener('click', onCancel)
      button.addEventListener('keydown', cancelByKey)
      return () => {
        button.removeEventListener('click', onCancel)
        button.removeEventListener('keydown', cancelByKey)
      }
    },
    [onCancel],
  )

  return (
    <div ref={scrollIntoView} className={classes.progress}>
      {/* The role is on the whole bar, because the filled section is empty at the start. */}
      <Progress.Root
        className={classes.bar}
        role="progressbar"
        aria-label="Uploading image"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <Progress.Section withAria={false} value={percent} />
      </Progress.Root>
      <span className={classes.percent}>{percent} %</span>
      {/* Not a button element, which the fieldset disables while saving. */}
      <Button component="div" ref={listen} role="button" tabIndex={0} variant="default" size="compact-sm">
        Cancel upload
      </Button>
    </div>
  )
}

/** A `ref` that scrolls a new element into view, for small screens. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
