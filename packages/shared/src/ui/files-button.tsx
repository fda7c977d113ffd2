import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { useRef } from 'react'

interface FilesButtonProps extends ButtonProps {
  /** The name of the file input, which opens the dialog. */
  readonly label: string
  /** The files that the dialog offers; every file by default. */
  readonly accept?: string | undefined
  /** Whether a folder is chosen, which gives every file in it and below it. */
  readonly isFolder?: boolean
  readonly onChoose: (files: readonly File[]) => void
}

/**
 * Opens the system's dialog for files or a folder, in a browser and on the desktop. The chosen files stay on the disk until
 * they are read, so there may be thousands.
 */
export function FilesButton({ label, accept, isFolder = false, onChoose, ...button }: FilesButtonProps) {
  const reset = useRef<() => void>(null)
  return (
    <FileButton
      multiple
      resetRef={reset}
      {...(accept !== undefined && { accept })}
      onChange={(files) => {
        // The same ones may be chosen again.
        reset.current?.()
        onChoose(files)
      }}
      inputProps={{ 'aria-label': label, ...(isFolder && { webkitdirectory: '' }) }}
    >
      {(props) => <Button {...button} {...props} />}
    </FileButton>
  )
}

/** Photos; not every system counts HEIC among the images. */
export const photoFiles = 'image/*,.heic,.heif'
