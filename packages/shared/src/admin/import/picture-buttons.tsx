import { Button, FileButton } from '@mantine/core'

import classes from './import-screen.module.css'
import type { Pictures } from './pictures.ts'

export interface PicturePicking {
  readonly pictures: Pictures
  readonly refusal: string | undefined
  readonly onChoose: (files: readonly File[]) => Promise<void>
}

/** The page's own pickers, which open the system's dialogs in a browser and on the desktop. */
const pickers = [
  { words: 'Choose pictures', label: 'Pictures', accept: 'image/*,.heic,.heif', isFolder: false },
  { words: 'Choose a folder', label: 'Folder of pictures', accept: undefined, isFolder: true },
  { words: 'Choose a zip', label: 'Zip of pictures', accept: '.zip', isFolder: false },
] as const

/**
 * Chooses pictures: files, a folder, or a zip; all of them together. The platform's picker for images is not used, because on
 * the desktop it reads all of them at once: these files stay on the disk until their row is imported, so that there may be
 * thousands.
 */
export function PictureButtons({ pictures, refusal, onChoose }: PicturePicking) {
  return (
    <div className={classes.line}>
      {pickers.map(({ words, label, accept, isFolder }) => (
        <FileButton
          key={label}
          multiple
          {...(accept !== undefined && { accept })}
          onChange={(files) => void onChoose(files)}
          inputProps={{ 'aria-label': label, ...(isFolder && { webkitdirectory: '' }) }}
        >
          {(props) => (
            <Button variant="default" size="sm" {...props}>
              {words}
            </Button>
          )}
        </FileButton>
      ))}
      <span role="status">
        {pictures.size === 0 ? 'No pictures chosen.' : `${pictures.size.toLocaleString()} pictures chosen.`}
      </span>
      {refusal !== undefined && (
        <p role="alert" className={classes.problem}>
          {refusal}
        </p>
      )}
    </div>
  )
}
