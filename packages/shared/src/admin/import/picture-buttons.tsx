import { Button, FileButton } from '@mantine/core'

import { usePlatform } from '../../platform/platform.ts'
import { sentence } from '../images/image-upload.ts'
import classes from './import-screen.module.css'
import type { Pictures } from './pictures.ts'

export interface PicturePicking {
  readonly pictures: Pictures
  readonly refusal: string | undefined
  readonly onChoose: (files: readonly File[]) => Promise<void>
  readonly onRefuse: (reason: string) => void
}

/** Chooses pictures: files, a folder, or a zip; all of them together. */
export function PictureButtons({ pictures, refusal, onChoose, onRefuse }: PicturePicking) {
  const platform = usePlatform()
  const pick = (folder: boolean) => {
    platform
      .pickImages({ multiple: true, folder })
      .then(onChoose)
      .catch((error: unknown) => onRefuse(sentence(error)))
  }
  return (
    <div className={classes.line}>
      <Button variant="default" size="sm" onClick={() => pick(false)}>
        Choose pictures
      </Button>
      <Button variant="default" size="sm" onClick={() => pick(true)}>
        Choose a folder
      </Button>
      <FileButton
        accept=".zip"
        multiple
        onChange={(files) => void onChoose(files)}
        inputProps={{ 'aria-label': 'Zip of pictures' }}
      >
        {(props) => (
          <Button variant="default" size="sm" {...props}>
            Choose a zip
          </Button>
        )}
      </FileButton>
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
