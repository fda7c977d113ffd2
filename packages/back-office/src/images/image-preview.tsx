import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { IconPhotoOff } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import classes from './image-field.module.css'
import type { ProductImage } from './image-upload.ts'
import { Button, Center, Group, Progress, Stack, Text } from '@mantine/core'

interface ImagePreviewProps {
  readonly image: Exclude<ProductImage, { kind: 'none' }>
}

/** The stored or chosen image, with its name and size. */
export function ImagePreview({ image }: ImagePreviewProps) {
  return (
    <>
      <Center
        component="span"
        className={classes.frame}
        flex="none"
        w={112}
        c="dimmed"
        bg="var(--gw-surface)"
      >
        <ShownImage image={image} />
      </Center>
      <Stack component="span" className={classes.words} gap={2} c="dimmed" fz="sm">
        <Text component="strong" inherit lineClamp={2}>
          {image.kind === 'chosen' ? image.prepared.file.name : 'Current image'}
        </Text>
        {image.kind === 'chosen' && <span>{fileSize(image.prepared.file.size)}, ready to be saved</span>}
        <span>Choose or drop another to replace it</span>
      </Stack>
    </>
  )
}

/** The picture alone. */
export function ShownImage({ image }: ImagePreviewProps) {
  const file = image.kind === 'chosen' ? image.prepared.file : image.file
  if (file !== undefined) return <PictureOfFile file={file} />
  return image.kind === 'stored' ? <StoredPicture key={image.stored.url} url={image.stored.url} /> : null
}

function StoredPicture({ url }: { readonly url: string }) {
  const { config } = useBackend()
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return <IconPhotoOff aria-label="The image cannot be shown" role="img" stroke={1.5} />
  return (
    <img
      alt="Preview"
      className={classes.picture}
      src={imageAddress(config, url)}
      onError={() => setBroken(true)}
    />
  )
}

/** A picture that is not stored yet. */
export function PictureOfFile({ file }: { readonly file: File }) {
  /** Revokes the object URL, which holds the file in memory, when the image unmounts. */
  const show = useCallback(
    (picture: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      picture.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return <img ref={show} alt="Preview" className={classes.picture} />
}

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
    <Group ref={scrollIntoView} className={classes.below} gap="8px 12px" fz="sm" mt={8}>
      {/* The role is on the whole bar, because the filled section is empty at the start. */}
      <Progress.Root
        flex="1 1 120px"
        role="progressbar"
        aria-label="Uploading image"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <Progress.Section withAria={false} value={percent} />
      </Progress.Root>
      <Text component="span" inherit className="tabular" miw="4ch" c="dimmed" ta="end">
        {percent} %
      </Text>
      {/* Not a button element, which the fieldset disables while saving. */}
      <Button component="div" ref={listen} role="button" tabIndex={0} variant="default" size="compact-sm">
        Cancel upload
      </Button>
    </Group>
  )
}

/** A `ref` that scrolls a new element into view, for small screens. */
export function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
