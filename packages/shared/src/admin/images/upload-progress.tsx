import { Button, Progress } from '@mantine/core'
import { useCallback } from 'react'

import classes from './image-field.module.css'
import { scrollToPart } from './scroll-to-part.ts'

interface UploadProgressProps {
  /** From 0 to 1. */
  readonly sent: number
  readonly onCancel: () => void
}

/** How far the upload is, and the way out of it. */
export function UploadProgress({ sent, onCancel }: UploadProgressProps) {
  const percent = Math.round(sent * 100)

  /** On the element itself: Firefox lets no event rise out of a disabled fieldset, to where React listens. */
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
    <div ref={scrollToPart} className={classes.progress}>
      {/* The role is the whole bar's: the part that is filled is nothing at the beginning. */}
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
      {/* No button element: while a form is saved, its fieldset disables every one of them. */}
      <Button component="div" ref={listen} role="button" tabIndex={0} variant="default" size="compact-sm">
        Cancel upload
      </Button>
    </div>
  )
}
