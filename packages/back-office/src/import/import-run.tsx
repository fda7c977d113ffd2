import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type BulkChanges, bulkEditing, everyList, importUndoing } from '../products/bulk-edit.tsx'
import { productCountQuery } from '../products/admin-products.ts'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { prepareImage } from '@giftwell/shared/images/prepare-image.ts'
import { uploadProductImage } from '@giftwell/shared/images/product-images.ts'
import {
  type Import,
  importedProductsQuery,
  importReportQuery,
  missingPictures,
  unfinishedUndoQuery,
} from './product-import.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { ListCard, ListLoading } from '../list/list-card.tsx'
import { cellsLeftOut, RowMessagesTable, Scroller } from './import-tables.tsx'
import classes from './import-screen.module.css'
import { PictureButtons, type PicturePicking } from './picture-buttons.tsx'
import { runImport } from './run-import.ts'

interface ImportRunProps extends PicturePicking {
  readonly run: Import
  /** Whether it runs without another press. */
  readonly startsAtOnce: boolean
  readonly onClose: () => void
}

/** A stored import: its progress, or its report with what resumes or undoes it. */
export function ImportRun({ run, startsAtOnce, onClose, ...picking }: ImportRunProps) {
  const backend = useBackend()
  const queryClient = useQueryClient()
  const report = useQuery(importReportQuery(backend, run.id))
  const undo = useMutation(importUndoing(backend))
  const undoLeft = useQuery(unfinishedUndoQuery(backend, run.id)).data
  const platform = usePlatform()
  const [done, setDone] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    if (running.current !== undefined) return
    const { signal } = (running.current = new AbortController())
    setProblem(undefined)
    setDone(0)
    try {
      const effects = { prepare: prepareImage, upload: uploadProductImage }
      await runImport(backend, run.id, picking.pictures, effects, { signal, onProgress: setDone })
    } catch (error) {
      if (!signal.aborted)
        setProblem(
          `${errorMessage(error).replace(/\.$/, '')}. What was imported stays; press Resume to continue.`,
        )
    } finally {
      running.current = undefined
      await Promise.all(everyList.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
      setDone(undefined)
    }
  }
  const startOnce = useEffectEvent(() => {
    if (startsAtOnce) void start()
  })
  useEffect(() => startOnce(), [])

  const counts = report.data?.counts
  const stored = counts === undefined ? 0 : Object.values(counts).reduce((sum, count) => sum + count, 0)
  const isRunning = done !== undefined
  const changed = (counts?.created ?? 0) + (counts?.updated ?? 0)
  async function askToUndo() {
    const { created = 0, updated = 0 } = counts ?? {}
    const question = `Undo this import? ${counted(created, 'product')} that it created will be deleted, and ${counted(updated, 'product')} that it updated will be as before. Later changes and publications stay.`
    if (await platform.confirm(question, { action: 'Undo' })) undo.mutate(run.id)
  }
  const isUndone = run.undone_at !== null
  const pending = counts?.pending ?? 0
  // Rows are stored before the first is imported; a window closed before that has lost some.
  const isWhole = counts === undefined || stored >= run.row_count
  const isHalfUndone = !isUndone && typeof undoLeft === 'number' && !undo.isPending
  // The server imports nothing more once its undoing has begun.
  const canResume = !isRunning && !isUndone && undoLeft === null && !undo.isPending && isWhole && pending > 0
  const missing = useQuery({
    ...missingPictures(backend, run.id),
    enabled: canResume,
    select: (names: readonly string[]) => names.filter((name) => !picking.pictures.has(name)),
  })
  const missingCount = missing.data?.length ?? 0
  return (
    <ListCard heading={isRunning ? `Importing ${run.name}` : `Report of ${run.name}`}>
      <Stack gap={14} p="md">
        {(counts === undefined || undoLeft === undefined) && !isRunning && <ListLoading />}
        {isRunning && (
          <>
            <p role="status">
              {Math.min(run.row_count, run.row_count - pending + done).toLocaleString()} of{' '}
              {run.row_count.toLocaleString()} rows
            </p>
            <Progress
              aria-label="Rows imported"
              value={((run.row_count - pending + done) / run.row_count) * 100}
            />
            <p>
              Keep this window open. If it closes, press Resume later to continue where the import stopped.
            </p>
          </>
        )}
        {!isRunning && counts !== undefined && (
          <Text role="status" fw={600}>
            <span>{`${counts.created.toLocaleString()} created, ${counts.updated.toLocaleString()} updated, ${counts.unchanged.toLocaleString()} left as they were, ${counts.failed.toLocaleString()} failed`}</span>
            {pending > 0 && <span>, {pending.toLocaleString()} not imported yet</span>}
            {isUndone && <span>. It was undone.</span>}
          </Text>
        )}
        {!isWhole && !isRunning && (
          <p>The window was closed while the file was being read. Choose the file again.</p>
        )}
        {problem !== undefined && (
          <Text role="alert" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        {canResume && missingCount > 0 && (
          <p>
            Choose the pictures again; {missingCount.toLocaleString()} are missing:{' '}
            <span>{missing.data?.slice(0, 10).join(', ')}</span>
            {missingCount > 10 && <span>, …</span>}
          </p>
        )}
        {canResume && (missingCount > 0 || picking.pictures.size > 0) && <PictureButtons {...picking} />}
        {!isRunning && report.data !== undefined && (
          <>
            <RowMessagesTable label="Rows with errors" rows={report.data.failed} />
            <RowMessagesTable label="Rows to look at" what="Note" rows={cellsLeftOut(report.data.noted)} />
          </>
        )}
        {isHalfUndone && (
          <p>
            {`Undoing this import was stopped with ${counted(undoLeft, 'product')} left. Finish it before you import the file again.`}
          </p>
        )}
        {!isRunning && changed > 0 && !isUndone && undoLeft === null && (
          <>
            <Drafts id={run.id} />
            <ImportedProducts id={run.id} />
          </>
        )}
        {isUndone && (
          <Stayed stayed={run.stayed as unknown as readonly Remaining[]} /* as undo_import stores it */ />
        )}
        <Group gap="10px 14px">
          {isRunning && (
            <Button variant="default" onClick={() => running.current?.abort()}>
              Cancel
            </Button>
          )}
          {canResume && <Button onClick={() => void start()}>Resume</Button>}
          {isHalfUndone && <Button onClick={() => undo.mutate(run.id)}>Finish undoing</Button>}
          {!isRunning && !isUndone && !isHalfUndone && undoLeft !== undefined && changed > 0 && (
            <Button variant="default" loading={undo.isPending} onClick={() => void askToUndo()}>
              Undo
            </Button>
          )}
          {!isRunning && (
            <Button variant="subtle" onClick={onClose}>
              Import another file
            </Button>
          )}
        </Group>
      </Stack>
    </ListCard>
  )
}

const publishes: BulkChanges = { add: {}, remove: {}, set: { sample: true } }

/** How many of an import's products the website does not show, and what shows them. */
function Drafts({ id }: { readonly id: string }) {
  const backend = useBackend()
  const chosen = { words: '', filters: { import: id, sample: 'no' } }
  const drafts = useQuery(productCountQuery(backend, { search: chosen.words, filters: chosen.filters }))
  const publishing = useMutation(bulkEditing(backend))
  const count = drafts.data ?? 0
  if (count === 0) return null
  return (
    <Group gap="10px 14px">
      <Text>
        {count === 1 ? 'One of them is a draft' : `${count.toLocaleString()} of them are drafts`}: the website
        does not show drafts.
      </Text>
      <Button
        loading={publishing.isPending}
        onClick={() => publishing.mutate({ chosen, count, changes: publishes, label: 'Sample Product: Yes' })}
      >
        {count === 1 ? 'Publish this product' : `Publish these ${count.toLocaleString()} products`}
      </Button>
    </Group>
  )
}

/** The first products of an import, each a link to its dialog. */
function ImportedProducts({ id }: { readonly id: string }) {
  const products = useQuery(importedProductsQuery(useBackend(), id))
  if (!products.data?.length) return null
  return (
    <details>
      <summary>{`Products (${products.data.length === 100 ? 'the first 100' : products.data.length})`}</summary>
      <ul className={classes.scroller}>
        {products.data.map(({ number, product_id: product, name, product_name, supplier_code, outcome }) => (
          <li key={number}>
            <Anchor component={Link} to={`/admin/products?product=${product}`}>
              {name ?? product_name ?? supplier_code ?? `Row ${number}`}
            </Anchor>
            {`${name !== null && supplier_code !== null ? ` (${supplier_code})` : ''}, ${outcome}`}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface Remaining {
  readonly name: string
  readonly reason: string
}

/** The records that an undo left, with the reason. */
function Stayed({ stayed }: { readonly stayed: readonly Remaining[] }) {
  if (stayed.length === 0) return null
  return (
    <div>
      <Text fw={600}>These stayed:</Text>
      <Scroller label="What stayed">
        <ul>
          {stayed.map(({ name, reason }) => (
            <li key={`${name} ${reason}`}>{`${name} ${reason}`}</li>
          ))}
        </ul>
      </Scroller>
    </div>
  )
}
