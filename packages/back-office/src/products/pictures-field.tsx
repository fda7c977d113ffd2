import { Box, Button, Group, Input, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { maxPictures, pictureRow } from '@giftwell/shared/products/product-facts.ts'
import { FilesButton, photoFiles } from '@giftwell/shared/ui/files-button.tsx'
import { PictureOfFile } from '../images/image-preview.tsx'
import type { ImageUpload } from '../images/image-upload.ts'
import { MovableItem, RemoveButton, RowCell } from '../record/rows-field.tsx'
import { useFieldValue } from '../record/fields.tsx'
import classes from './product-fields.module.css'
import { type ProductForm, coloursOfStored, imageOfRow } from './product-form.ts'
import { ProductThumbnail } from './product-rows.tsx'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type StoredImage, prepareImage } from '@giftwell/shared/images/prepare-image.ts'
import { uploadProductImage } from '@giftwell/shared/images/product-images.ts'
import type { FailedPhoto } from './photo-drafts.ts'

interface PicturesFieldProps {
  readonly form: UseFormReturnType<ProductForm>
  readonly image: ImageUpload
  readonly uploads: PictureUploads
}

type PictureRow = ProductForm['pictures'][number]

/** All pictures of a product in their order, the first of which is its image (product.md, section 2, Admin products). */
export function PicturesField({ form, image, uploads }: PicturesFieldProps) {
  const rows = useFieldValue(form, 'pictures')
  const firstAlt = useFieldValue(form, 'image_alt')
  const [dragged, setDragged] = useState<number>()
  const root = useRef<HTMLDivElement>(null)
  const [leftOut, setLeftOut] = useState(0)
  const [isTyping, setTyping] = useState(false)
  const first = image.image.kind === 'none' ? null : image.image
  const pictures = [...(first === null ? [] : [{ alt: firstAlt }]), ...rows]
  const room = maxPictures - pictures.length - uploads.left
  const error = form.errors['pictures']

  function put([head, ...others]: readonly PictureRow[]) {
    if (head === undefined) image.remove()
    else image.show(imageOfRow(head))
    form.setFieldValue('image_alt', head?.alt ?? '', { forceUpdate: false })
    form.setFieldValue('pictures', others, { forceUpdate: false })
  }

  /** Moves a picture. The product's image is uploaded before it becomes another one. */
  async function move(from: number, to: number) {
    if (to < 0 || to >= pictures.length || from === to) return
    const all: PictureRow[] = []
    if (image.image.kind !== 'none') {
      const stored = await image.upload().catch(() => null) // its field says why
      if (stored === null) return
      const values = form.getValues()
      all.push({ ...pictureRow(stored), alt: values.image_alt })
      if (image.image.kind === 'chosen') form.setFieldValue('colours', coloursOfStored(values, stored.url))
    }
    all.push(...form.getValues().pictures)
    const [moved] = all.splice(from, 1)
    if (moved === undefined) return
    flushSync(() => put(all.toSpliced(to, 0, moved)))
    const button = `li:nth-child(${to + 1}) [aria-label$=" ${to < from ? 'up' : 'down'}"]`
    root.current?.querySelector<HTMLElement>(button)?.focus()
  }

  function remove(index: number) {
    if (first === null) put(rows.toSpliced(index, 1))
    else if (index === 0) put(rows)
    else form.setFieldValue('pictures', rows.toSpliced(index - 1, 1), { forceUpdate: false })
  }

  function add(files: readonly File[]) {
    setLeftOut(Math.max(0, files.length - room))
    uploads.add(files.slice(0, room), (stored) => {
      const values = form.getValues()
      form.setFieldValue('pictures', [...values.pictures, pictureRow(stored)], { forceUpdate: false })
    })
  }

  return (
    <div ref={root} data-path="pictures" data-refused={error !== undefined} tabIndex={-1}>
      <ol aria-label="Pictures">
        {pictures.map(({ alt }, index) => {
          const row = first === null ? rows[index] : rows[index - 1]
          const name = alt || `picture ${index + 1}`
          return (
            <MovableItem
              key={row?.url ?? (first?.kind === 'stored' ? first.stored.url : 'chosen')}
              name={name}
              isDragged={dragged === index}
              isDraggable={!isTyping}
              onDragStart={() => setDragged(index)}
              onDragOver={() => dragged !== undefined}
              onDrop={() => dragged !== undefined && void move(dragged, index)}
              onDragEnd={() => setDragged(undefined)}
              onMove={(by) => void move(index, index + by)}
            >
              {row !== undefined && <ProductThumbnail image={{ image_url: row.url }} />}
              {row === undefined && first?.kind === 'stored' && (
                <ProductThumbnail image={{ image_url: first.stored.url }} />
              )}
              {row === undefined && first?.kind === 'chosen' && (
                <span className={classes.chosen}>
                  <PictureOfFile file={first.prepared.file} />
                </span>
              )}
              {/* A text is selected by dragging, too. */}
              <Box flex={1} miw={0} onFocus={() => setTyping(true)} onBlur={() => setTyping(false)}>
                <RowCell
                  form={form}
                  path={row === undefined ? 'image_alt' : `pictures.${rows.indexOf(row)}.alt`}
                  value={alt}
                  label="Alternative text"
                  of={`picture ${index + 1}`}
                />
              </Box>
              <RemoveButton name={name} onRemove={() => remove(index)} />
            </MovableItem>
          )
        })}
      </ol>
      {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
      {leftOut > 0 && (
        <Input.Error role="alert">
          {`A product may have at most ${maxPictures} pictures: ${counted(leftOut, 'of the chosen ones was', 'of the chosen ones were')} left out.`}
        </Input.Error>
      )}
      {uploads.failed.map(({ photo, reason }) => (
        <Group key={photo.name} role="alert" gap="4px 12px" c="var(--mantine-color-error)" fz="sm">
          <span>{`${photo.name} was not added: ${reason}`}</span>
          <Button variant="default" size="compact-sm" disabled={room <= 0} onClick={() => add([photo])}>
            Try again
          </Button>
        </Group>
      ))}
      <Group gap="8px 12px" mt={6}>
        <FilesButton
          label="More pictures"
          accept={photoFiles}
          onChoose={add}
          variant="default"
          size="compact-sm"
          disabled={room <= 0}
        >
          Add pictures
        </FilesButton>
        <Text component="span" size="sm" c="dimmed" role="status">
          {uploads.left > 0
            ? `Uploading, ${uploads.left} left...`
            : `${pictures.length} of ${maxPictures}; the first is the product’s image.`}
        </Text>
      </Group>
    </div>
  )
}

/** The further pictures of a form, which are uploaded when they are chosen. */
export interface PictureUploads {
  /** How many are not uploaded yet. */
  readonly left: number
  readonly failed: readonly FailedPhoto[]
  /** Uploads files one after the other. */
  add(files: readonly File[], onStored: (picture: StoredImage) => void): void
  /** Waits for all of them. False when one has failed since. */
  finish(): Promise<boolean>
}

/** The uploads of one form; leaving it aborts them. The sweep removes unsaved files (product.md, section 7). */
export function usePictureUploads(): PictureUploads {
  const backend = useBackend()
  const [left, setLeft] = useState(0)
  const [failed, setFailed] = useState<readonly FailedPhoto[]>([])
  const running = useRef<AbortController>(undefined)
  const last = useRef(Promise.resolve())
  const failures = useRef(0)
  useEffect(
    () => () => {
      running.current?.abort()
      running.current = undefined
    },
    [],
  )

  async function upload(photo: File, onStored: (picture: StoredImage) => void, signal: AbortSignal) {
    try {
      const prepared = await prepareImage(photo, signal)
      const stored = await uploadProductImage(backend, prepared, { signal })
      signal.throwIfAborted()
      onStored(stored)
    } catch (error) {
      if (signal.aborted) return
      console.error(`${photo.name} was not uploaded`, error)
      failures.current += 1
      setFailed((before) => [...before, { photo, reason: errorMessage(error) }])
    }
    setLeft((before) => before - 1)
  }

  return {
    left,
    failed,
    add(files, onStored) {
      running.current ??= new AbortController()
      const { signal } = running.current
      setLeft((before) => before + files.length)
      setFailed((before) => before.filter(({ photo }) => !files.includes(photo)))
      for (const file of files) last.current = last.current.then(() => upload(file, onStored, signal))
    },
    async finish() {
      const before = failures.current
      await last.current
      return failures.current === before
    },
  }
}
