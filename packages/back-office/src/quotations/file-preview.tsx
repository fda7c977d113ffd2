import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { type OrderFile, orderBlob } from '@giftwell/shared/quotations/buyer-details.ts'
import { RowButton } from '../screen/buttons.tsx'
import classes from './file-preview.module.css'
import { shownFile } from './shown-file.ts'

/** A stored file, by the function that gives it to the staff. */
export async function fileOf(
  backend: Backend,
  read: 'artwork_file' | 'proof_file' | 'purchase_order_file',
  id: string,
): Promise<OrderFile> {
  // The functions promise this shape.
  return (await send(backend, (rest) => rest.rpc(read, { id }))) as unknown as OrderFile
}

interface FilePreviewProps {
  readonly name: string
  readonly read: () => Promise<OrderFile>
}

/** The name of a stored file, which is saved on a press. */
export function DownloadButton({ name, read }: FilePreviewProps) {
  const platform = usePlatform()
  const { mutate, isPending } = useMutation({
    meta: { failed: 'Error reading the file' },
    mutationFn: async () => platform.saveFile(orderBlob(await read())),
  })
  return (
    <RowButton label={name} loading={isPending} aria-label={`Download ${name}`} onClick={() => mutate()} />
  )
}

/** Shows a stored file on a press: as a picture, of a PDF its first pages. */
export function FilePreview({ name, read }: FilePreviewProps) {
  const { mutate, isPending, data, reset } = useMutation({
    meta: { failed: 'Error showing the file' },
    mutationFn: async () => shownFile(await read()),
  })
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={isPending}
        aria-label={`${data === undefined ? 'Show' : 'Hide'} ${name}`}
        onClick={() => (data === undefined ? mutate() : reset())}
      >
        {data === undefined ? 'Show' : 'Hide'}
      </Button>
      {data !== undefined && (
        <div className={classes.pages}>
          {data.pictures.map((picture, index) => {
            const page = data.pages === 1 ? name : `Page ${index + 1} of ${name}`
            // A stranger's file: in an img an SVG runs no script and loads nothing.
            return <img key={page} src={picture} alt={page} className={classes.page} />
          })}
          {!data.isWhole && (
            <Text fz="sm" c="dimmed">
              {data.pages > data.pictures.length
                ? `The first ${data.pictures.length} of ${data.pages.toLocaleString('en-IN')} pages.`
                : 'Some of its pictures cannot be shown here.'}
            </Text>
          )}
        </div>
      )}
    </>
  )
}
