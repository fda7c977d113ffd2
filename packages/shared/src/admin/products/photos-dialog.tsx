import { Button, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import { createPhotoDraft, createPhotoDrafts, type PhotoProgress } from '../../data/photo-drafts.ts'
import { products } from '../../entities/products.ts'
import { usePlatform } from '../../platform/platform.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useToasts } from '../../ui/toasts/toasts.ts'
import { sentence } from '../images/image-upload.ts'
import recordClasses from '../records/record-dialog.module.css'
import { useBackButtonClosesDialog } from '../records/use-back-button-closes-dialog.ts'
import classes from './photos-dialog.module.css'

interface PhotosDialogProps {
  readonly opened: boolean
  /** Photos that were dropped; without them the dialog asks for some. */
  readonly dropped: readonly File[] | undefined
  readonly onClose: () => void
  /** Called instead of `onClose` when drafts were created. */
  readonly onCreated: () => void
}

const nothing: PhotoProgress = { created: 0, failed: [] }

/** Creates a draft for each of many photos: says how far it is, can be cancelled, and names the photos that failed. */
export function PhotosDialog({ opened, dropped, onClose, onCreated }: PhotosDialogProps) {
  const backend = useBackend()
  const platform = usePlatform()
  const toasts = useToasts()
  const running = useRef<AbortController>(undefined)
  const [total, setTotal] = useState(dropped?.length ?? 0)
  const [progress, setProgress] = useState(nothing)
  /** Drafts of earlier runs, before "Try again". */
  const [before, setBefore] = useState(0)
  const [problem, setProblem] = useState<string>()
  const adding = useMutation({
    mutationKey: [products.table, 'photos'],
    meta: { invalidates: [['products'], ['dashboard']] },
    mutationFn: ({ photos, signal }: { photos: readonly File[]; signal: AbortSignal }) =>
      createPhotoDrafts(photos, (photo, by) => createPhotoDraft(backend, photo, by), {
        signal,
        onProgress: setProgress,
      }),
  })
  const isRunning = adding.isPending
  const created = before + progress.created
  const leaveDialog = useBackButtonClosesDialog(opened, () => {
    if (!isRunning) end(created)
    return Promise.resolve(!isRunning)
  })

  function end(drafts: number) {
    if (drafts === 0) {
      onClose()
      return
    }
    toasts.show({
      title: drafts === 1 ? '1 draft created' : `${drafts.toLocaleString()} drafts created`,
      description: 'They are not shown on the website until they are sample products.',
    })
    onCreated()
  }

  function start(photos: readonly File[]) {
    if (photos.length === 0) return
    setProblem(undefined)
    setBefore(created)
    setTotal(photos.length)
    setProgress(nothing)
    void run(photos)
  }

  async function run(photos: readonly File[]) {
    const { signal } = (running.current = new AbortController())
    const { created: drafts, failed } = await adding.mutateAsync({ photos, signal })
    if (failed.length === 0 && !signal.aborted) leaveDialog(() => end(created + drafts))
  }

  function choose(folder: boolean) {
    platform
      .pickImages(folder ? { folder } : { multiple: true })
      .then(start)
      .catch((error: unknown) => setProblem(sentence(error)))
  }

  const startDropped = useEffectEvent(() => {
    if (dropped !== undefined) void run(dropped)
  })
  useEffect(() => {
    startDropped()
    return () => running.current?.abort()
  }, [])

  const done = progress.created + progress.failed.length
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (!isRunning) leaveDialog(() => end(created))
      }}
      title="Add photos"
      size="560px"
    >
      <p className={recordClasses.intro}>
        Each photo becomes a draft named after its file. Drafts are not shown on the website.
      </p>
      {isRunning && (
        <div className={classes.progress}>
          <p role="status">
            {done.toLocaleString()} of {total.toLocaleString()} photos
          </p>
          <Progress.Root
            role="progressbar"
            aria-label="Adding photos"
            aria-valuemin={0}
            aria-valuemax={total}
            aria-valuenow={done}
          >
            <Progress.Section withAria={false} value={(100 * done) / Math.max(total, 1)} />
          </Progress.Root>
        </div>
      )}
      {!isRunning && total > 0 && (
        <p role="status">
          {created.toLocaleString()} {created === 1 ? 'draft' : 'drafts'} created
          {progress.failed.length === 0 && '; the other photos were left out'}.
        </p>
      )}
      {problem !== undefined && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {progress.failed.length > 0 && (
        <section className={classes.failed} aria-label="Photos without a draft">
          <h3>
            {progress.failed.length === 1
              ? '1 photo has no draft'
              : `${progress.failed.length.toLocaleString()} photos have no draft`}
          </h3>
          <ul>
            {progress.failed.map(({ photo, reason }, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- photos are only appended, and names repeat
              <li key={place}>
                <strong>{photo.name}</strong>
                {reason}
              </li>
            ))}
          </ul>
        </section>
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
                <Button data-autofocus onClick={() => choose(false)}>
                  Choose photos
                </Button>
                <Button variant="default" onClick={() => choose(true)}>
                  Choose a folder
                </Button>
              </>
            )}
            <Button variant="default" onClick={() => leaveDialog(() => end(created))}>
              {created > 0 ? 'Show drafts' : 'Close'}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}
