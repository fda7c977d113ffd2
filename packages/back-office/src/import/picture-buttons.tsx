import { Group, Text } from '@mantine/core'
import { FilesButton, photoFiles } from '@giftwell/shared/ui/files-button.tsx'
import type { Pictures } from './pictures.ts'

export interface PicturePicking {
  readonly pictures: Pictures
  readonly error: string | undefined
  readonly onChoose: (files: readonly File[]) => Promise<void>
}

const pickers = [
  { children: 'Choose pictures', label: 'Pictures', accept: photoFiles, isFolder: false },
  { children: 'Choose a folder', label: 'Folder of pictures', accept: undefined, isFolder: true },
  { children: 'Choose a zip', label: 'Zip of pictures', accept: '.zip,.xlsx,.xlsm', isFolder: false },
] as const

/**
 * Chooses pictures: files, a folder, or a zip; all of them together. They stay on the disk until their row is imported, so that
 * there may be thousands.
 */
export function PictureButtons({ pictures, error, onChoose }: PicturePicking) {
  return (
    <Group gap="10px 14px">
      {pickers.map((picker) => (
        <FilesButton
          key={picker.label}
          {...picker}
          variant="default"
          size="sm"
          onChoose={(files) => void onChoose(files)}
        />
      ))}
      <span role="status">
        {pictures.size === 0 ? 'No pictures chosen.' : `${pictures.size.toLocaleString()} pictures chosen.`}
      </span>
      {error !== undefined && (
        <Text role="alert" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </Group>
  )
}
