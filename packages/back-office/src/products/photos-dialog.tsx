import { Box, Button, Progress, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWindowEvent } from '@mantine/hooks'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { createPhotoDraft, createPhotoDrafts, type PhotoProgress } from './photo-drafts.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { isImageName } from '@giftwell/shared/images/image-header.ts'
import { products } from '@giftwell/shared/products/products.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { FilesButton, photoFiles } from '@giftwell/shared/ui/files-button.tsx'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import {
  type Dropped,
  findImages,
  type FoundImages,
  filesFromDrop,
  usePastedImages,
} from '../images/dropped-files.ts'
import recordClasses from '../record/record-dialog.module.css'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import classes from './photos-dialog.module.css'

interface PhotosDialogProps {
  readonly opened: boolean
  /** The dropped files; without them the dialog asks for photos. */
  readonly dropped: Dropped | undefined
  readonly onClose: () => void
  /** Called instead of `onClose` when drafts were created. */
  readonly onCreated: () => void
}

const noProgress: PhotoProgress = { created: 0, failed: [] }

/** Creates a draft for each of many photos: says how far it is, can be cancelled, and names the photos that failed. */
export function PhotosDialog({ opened, dropped, onClose, onCreated }: PhotosDialogProps) {
  const backend = useBackend()
  const toasts = useToasts()
  const running = useRef<AbortController>(undefined)
  const [total, setTotal] = useState(0)
  const [progress, setProgress] = useState(noProgress)
  /** The unlistable entries of dropped folders. */
  const [refused, setRefused] = useState<FoundImages['refused']>([])
  /** Drafts of earlier runs, before "Try again". */
  const [before, setBefore] = useState(0)
  const [problem, setProblem] = useState<string>()
  const adding = useMutation({
    mutationKey: [products.table, 'photos'],
    meta: { invalidates: [['products'], ['dashboard']] },
    mutationFn: async ({ chosen, signal }: { chosen: Dropped; signal: AbortSignal }) => {
      const found = await findImages(chosen, signal)
      const unread = [...refused, ...found.refused]
      setTotal(found.images.length)
      setRefused(unread)
      const drafts = await createPhotoDrafts(
        found.images,
        (photo, by) => createPhotoDraft(backend, photo, by),
        { signal, onProgress: setProgress },
      )
      return { drafts: drafts.created, isComplete: drafts.failed.length === 0 && unread.length === 0 }
    },
  })
  const isRunning = adding.isPending
  const created = before + progress.created
  const { leave, close } = useDialogEntry({ opened, isBusy: isRunning, onClose: () => end(created) })

  function end(drafts: number) {
    if (drafts === 0) {
      onClose()
      return
    }
    toasts.show({
      title: `${counted(drafts, 'draft')} created`,
      description: 'The website shows them once they are sample products.',
    })
    onCreated()
  }

  function start(files: readonly File[]) {
    if (files.length === 0) return
    setProblem(undefined)
    setBefore(created)
    setTotal(0)
    setProgress(noProgress)
    void run({ files, folders: [] })
  }

  /** Of a chosen folder the page gets every file in it and below it. */
  function startFolder(files: readonly File[]) {
    const images = files.filter(({ name }) => isImageName(name))
    if (images.length === 0) setProblem('There are no images in this folder.')
    start(images)
  }

  async function run(chosen: Dropped) {
    const { signal } = (running.current = new AbortController())
    try {
      const { drafts, isComplete } = await adding.mutateAsync({ chosen, signal })
      if (isComplete && !signal.aborted) leave(() => end(created + drafts))
    } catch (error) {
      if (!signal.aborted) setProblem(errorMessage(error))
    }
  }

  const startDropped = useEffectEvent(() => {
    if (dropped !== undefined) void run(dropped)
  })
  useEffect(() => {
    startDropped()
    return () => running.current?.abort()
  }, [])

  const done = progress.created + progress.failed.length
  const failed = [...refused, ...progress.failed.map(({ photo, reason }) => ({ name: photo.name, reason }))]
  return (
    <Dialog opened={opened} onClose={close} title="Add photos" size="560px">
      <Text c="dimmed" mb="md">
        Each photo becomes a draft named after its file. Drafts are not shown on the website.
      </Text>
      {isRunning && total === 0 && <p role="status">Looking for photos...</p>}
      {isRunning && total > 0 && (
        <Stack gap={8}>
          <Text className="tabular" size="sm" role="status">
            {done.toLocaleString()} of {total.toLocaleString()} photos
          </Text>
          <Progress.Root
            role="progressbar"
            aria-label="Adding photos"
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={done}
          >
            <Progress.Section withAria={false} value={(100 * done) / total} />
          </Progress.Root>
        </Stack>
      )}
      {!isRunning && total > 0 && (
        <p role="status">
          {`${counted(created, 'draft')} created${done < total ? '; the other photos were left out' : ''}.`}
        </p>
      )}
      {problem !== undefined && (
        <Text role="alert" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
      {failed.length > 0 && (
        <Box component="section" mt="md" aria-label="Photos without a draft">
          <Title order={3} fz="sm" c="var(--mantine-color-error)">
            {failed.length === 1
              ? '1 photo has no draft'
              : `${failed.length.toLocaleString()} photos have no draft`}
          </Title>
          <Box component="ul" mah="40dvh" mt={8} style={{ overflowWrap: 'anywhere', overflowY: 'auto' }}>
            {failed.map(({ name, reason }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- photos are only appended, and names repeat
              <Text component="li" key={index} c="dimmed" size="sm" py={8} className="line-above">
                <Text component="strong" inherit display="block" c="var(--mantine-color-text)" fw={600}>
                  {name}
                </Text>
                {reason}
              </Text>
            ))}
          </Box>
        </Box>
      )}
      <div className={recordClasses.buttons}>
        {isRunning ? (
          <Button variant="default" onClick={() => running.current?.abort()}>
            Cancel
          </Button>
        ) : (
          <>
            {progress.failed.length > 0 && (
              <Button onClick={() => start(progress.failed.map(({ photo }) => photo))}>Try again</Button>
            )}
            {total === 0 && (
              <>
                <FilesButton label="Photos" accept={photoFiles} onChoose={start} data-autofocus>
                  Choose photos
                </FilesButton>
                <FilesButton label="Folder of photos" isFolder onChoose={startFolder} variant="default">
                  Choose a folder
                </FilesButton>
              </>
            )}
            <Button variant="default" onClick={close}>
              {created > 0 ? 'Show drafts' : 'Close'}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

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
