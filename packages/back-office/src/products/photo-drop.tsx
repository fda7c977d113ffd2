import { Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'

import { type Dropped, filesFromDrop, usePastedImages } from '../images/dropped-files.ts'
import classes from './photos-dialog.module.css'

interface PhotoDropProps {
  /** Whether dropped and pasted files are left to others, such as an open dialog. */
  readonly isOff: boolean
  readonly onDrop: (dropped: Dropped) => void
}

/** Takes photos and folders dropped, and photos pasted, anywhere on the page, and says so while they are dragged over it. */
export function PhotoDrop({ isOff, onDrop }: PhotoDropProps) {
  const [isOver, setOver] = useState(false)
  usePastedImages(isOff, (files) => onDrop({ files, folders: [] }))
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
    if (event.dataTransfer === null || !takes(event)) return
    event.preventDefault()
    onDrop(filesFromDrop(event.dataTransfer))
  })
  if (!isOver || isOff) return null
  return (
    <div className={classes.drop}>
      <Text p="lg" size="lg" fw={600} ta="center">
        Drop photos here, or folders of them: each photo becomes a draft
      </Text>
    </div>
  )
}
