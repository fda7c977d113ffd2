import { Button, Group, Input, Loader, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconAlertCircle, IconPhotoUp, IconTrash } from '@tabler/icons-react'
import {
  type MouseEvent,
  type DragEvent as ReactDragEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { filesFromDrop, usePastedImages } from './dropped-files.ts'
import classes from './image-field.module.css'
import { ImagePreview, UploadProgress, scrollIntoView } from './image-preview.tsx'
import { type ImageUpload, useImageUpload } from './image-upload.ts'
import { RowButton } from '../screen/buttons.tsx'
import type { prepareImage } from '@giftwell/shared/images/prepare-image.ts'

interface ImageFieldProps {
  /** The form's image, from `useImageUpload`. */
  readonly image: ImageUpload
  /** True while the form is saving; the upload can still be cancelled. */
  readonly disabled?: boolean
  /** Why the server refused the image. */
  readonly error?: ReactNode
  readonly label?: string
  readonly hint?: string | undefined
  /** Uploads again after a failure; by default the form is submitted again. */
  readonly onRetry?: () => void
  /** Whether it takes images that are pasted on the page; it does by default. */
  readonly takesPastes?: boolean | undefined
}

/**
 * The field "Product Image" (product.md, section 2): choose by click, keyboard, drop or paste, preview, remove, and
 * upload progress. Its "Try again" is a submit button, so place the field inside the form.
 */
export function ImageField({
  image: upload,
  disabled = false,
  error,
  label = 'Product Image',
  hint,
  onRetry,
  takesPastes = true,
}: ImageFieldProps) {
  const platform = usePlatform()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setDraggedOver] = useState(false)
  useIgnoreOtherDrops()
  const { image, activity } = upload
  const isUploading = activity.step === 'uploading'
  const isLocked = disabled || isUploading
  const problem =
    activity.step === 'refused' || activity.step === 'failed' ? activity.message : (error ?? null)

  function chooseFirst(files: Iterable<File | null> | null) {
    const [file] = files ?? []
    if (file) upload.choose(file)
  }

  /** Opens the platform's picker instead of the input's. */
  function pick(event: MouseEvent) {
    event.preventDefault()
    platform
      .pickImage()
      .then((file) => chooseFirst([file]))
      .catch((error: unknown) => upload.refuse(errorMessage(error)))
  }

  function drop(event: ReactDragEvent) {
    event.preventDefault()
    setDraggedOver(false)
    const { files, folders } = filesFromDrop(event.dataTransfer)
    const [folder] = folders
    if (folder === undefined) chooseFirst(files)
    else upload.refuse(`${folder.name} is a folder. Drop one image.`)
  }

  usePastedImages(isLocked || !takesPastes, chooseFirst)

  function remove() {
    upload.remove()
    input.current?.focus() // the focused button disappears
  }

  return (
    <Input.Wrapper
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      id={id}
      size="md"
    >
      <div
        className={classes.area}
        data-dragged-over={isDraggedOver || undefined}
        data-locked={isLocked || undefined}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          className={classes.input}
          disabled={isLocked}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint`}
          title=""
          onClick={pick}
          onChange={(event) => chooseFirst(event.currentTarget.files)}
          onDragEnter={() => setDraggedOver(true)}
          onDragLeave={() => setDraggedOver(false)}
          onDrop={drop}
        />
        <Group flex="1 1 220px" wrap="nowrap" miw={0} id={`${id}-hint`}>
          <AreaContent upload={upload} isDraggedOver={isDraggedOver} takesPastes={takesPastes} />
        </Group>
        {image.kind !== 'none' && activity.step !== 'preparing' && (
          <Button
            pos="relative" // Above the input.
            variant="subtle"
            size="compact-sm"
            color="brick"
            leftSection={<IconTrash aria-hidden size={16} />}
            disabled={isLocked}
            onClick={remove}
          >
            Remove image
          </Button>
        )}
      </div>
      {isUploading && <UploadProgress sent={activity.sent} onCancel={upload.cancel} />}
      {problem !== null && (
        <Group
          ref={scrollIntoView}
          className={classes.below}
          c="var(--mantine-color-error)"
          gap="8px 12px"
          fz="sm"
          mt={8}
          role="alert"
        >
          <IconAlertCircle aria-hidden size={18} />
          <Text component="span" inherit flex="1 1 200px">
            {activity.step === 'failed' && (
              <span>The image was not uploaded; everything you entered is still here. </span>
            )}
            <span>{problem}</span>
          </Text>
          {activity.step === 'failed' && (
            <RowButton
              label="Try again"
              type={onRetry ? 'button' : 'submit'}
              disabled={disabled}
              onClick={onRetry}
            />
          )}
        </Group>
      )}
    </Input.Wrapper>
  )
}

interface AreaContentProps {
  readonly upload: ImageUpload
  readonly isDraggedOver: boolean
  readonly takesPastes: boolean
}

function AreaContent({ upload: { image, activity }, isDraggedOver, takesPastes }: AreaContentProps) {
  if (activity.step === 'preparing') {
    return (
      <Group gap={12} c="dimmed" fz="sm" role="status">
        <Loader size="sm" />
        Preparing image...
      </Group>
    )
  }
  if (image.kind !== 'none' && !isDraggedOver) return <ImagePreview image={image} />
  return (
    <>
      <IconPhotoUp color="var(--gw-brand)" aria-hidden size={32} stroke={1.5} />
      <Stack component="span" className={classes.words} gap={2} c="dimmed" fz="sm">
        <strong>{isDraggedOver ? 'Drop the image here' : 'Choose an image'}</strong>
        {!isDraggedOver && (
          <span>or drop {takesPastes && 'or paste '}it here: any photo of up to 50 megapixels</span>
        )}
      </Stack>
    </>
  )
}

/** Ignores files dropped beside the field, which would navigate away from the form. */
function useIgnoreOtherDrops(): void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || event.dataTransfer === null) return
    const isOverFileInput = event.target instanceof HTMLInputElement && event.target.type === 'file'
    if (isOverFileInput && !event.target.disabled) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  useWindowEvent('dragover', refuse)
  useWindowEvent('drop', refuse)
}

interface InstantUploadProps {
  readonly label: string
  readonly hint?: string
  readonly isSaving: boolean
  /** The address of the image that the field shows at first; empty for none, as where another field shows it. */
  readonly initial?: string
  /** Puts the image's address into the form to save; empty when it was removed. */
  readonly onChange: (url: string, image?: File) => void
  /** An image that another field has chosen. */
  readonly file?: File | null
  readonly prepare?: typeof prepareImage
  /** Whether it takes images pasted on the page; only one field of a page can. */
  readonly takesPastes?: boolean
}

/** Uploads an image of a form as soon as it is selected. */
export function InstantUpload(props: InstantUploadProps) {
  const { label, hint, isSaving, initial = '', onChange, file = null, prepare, takesPastes } = props
  const stored = initial === '' ? null : { url: initial, widths: null, colour: null }
  const image = useImageUpload(stored, { ...(prepare && { prepare }) })
  const chosen = image.image.kind === 'chosen' ? image.image.prepared : null

  const chooseOther = useEffectEvent(image.choose)
  useEffect(() => {
    if (file !== null) chooseOther(file)
  }, [file])

  async function upload() {
    try {
      const stored = await image.upload()
      onChange(stored?.url ?? '', chosen?.file)
      image.saved()
    } catch {
      // The field shows why, or it was cancelled.
    }
  }
  const uploadChosen = useEffectEvent(upload)
  useEffect(() => {
    if (chosen !== null) void uploadChosen()
  }, [chosen])

  return (
    <ImageField
      label={label}
      hint={hint}
      takesPastes={takesPastes}
      disabled={isSaving}
      onRetry={() => void upload()}
      image={{
        ...image,
        remove() {
          image.remove()
          onChange('')
        },
      }}
    />
  )
}
