import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'

import { usePlatform } from '../../platform/platform.ts'
import { useToasts } from '../../ui/toasts/toasts.ts'
import { sentence } from '../images/image-upload.ts'
import { usePastedImages } from '../images/use-pasted-images.ts'
import classes from './photos-dialog.module.css'

interface PhotoDropProps {
  /** Whether dropped and pasted files are left to others, such as an open dialog. */
  readonly isOff: boolean
  readonly onDrop: (photos: readonly File[]) => void
}

/** Takes photos that are dropped or pasted anywhere on the page, and says so while they are dragged over it. */
export function PhotoDrop({ isOff, onDrop }: PhotoDropProps) {
  const platform = usePlatform()
  const toasts = useToasts()
  const [isOver, setOver] = useState(false)
  usePastedImages(isOff, onDrop)
  const takes = (event: DragEvent) => !isOff && event.dataTransfer?.types.includes('Files') === true
  useWindowEvent('dragover', (event) => {
    if (!takes(event)) return
    event.preventDefault()
    setOver(true)
  })
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(false)
  })
  useWindowEvent('drop', (event) => {
    setOver(false)
    if (!takes(event)) return
    event.preventDefault()
    platform
      .readDropped([...(event.dataTransfer?.files ?? [])])
      .then(onDrop)
      .catch((error: unknown) =>
        toasts.show({ title: 'Error adding photos', description: sentence(error), variant: 'destructive' }),
      )
  })
  if (!isOver || isOff) return null
  return (
    <div className={classes.drop}>
      <p>Drop photos here: each becomes a draft</p>
    </div>
  )
}
