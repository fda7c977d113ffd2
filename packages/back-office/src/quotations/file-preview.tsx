import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'

import type { OrderFile } from '@giftwell/shared/quotations/buyer-details.ts'
import classes from './file-preview.module.css'
import { shownFile } from './shown-file.ts'

interface FilePreviewProps {
  readonly name: string
  readonly read: () => Promise<OrderFile>
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
