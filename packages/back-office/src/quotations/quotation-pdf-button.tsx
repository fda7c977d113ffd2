import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'

import { chosenLines, quotationName } from '@giftwell/shared/quotations/quotation.ts'
import { imageAddress } from '@giftwell/shared/images/stored-image.ts'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import type { PrintedVersion } from './quotation-pdf.ts'
import type { PdfRequest } from './quotation-pdf.worker.ts'

interface QuotationPdfButtonProps {
  readonly details: {
    readonly quotation: { readonly number: string | null }
    /** The newest first; what a draft does not have yet is null. */
    readonly versions: readonly (Omit<PrintedVersion, 'sent_at' | 'frozen'> & {
      readonly [Part in 'sent_at' | 'frozen']: PrintedVersion[Part] | null
    })[]
  }
}

/** Saves the version that was sent last as a PDF (product.md, section 2, Quotations); nothing before one was sent. */
export function QuotationPdfButton({ details }: QuotationPdfButtonProps) {
  const platform = usePlatform()
  const { config } = useBackend()
  const { number } = details.quotation
  const version = details.versions.find(isSent)
  const saving = useMutation({
    meta: { failed: 'Error preparing the PDF' },
    mutationFn: async (request: PdfRequest) => {
      const content = new Blob([await makeInWorker(request)], { type: 'application/pdf' })
      const name = `quotation-${quotationName(request.number, request.version.revision).replaceAll('/', '-')}.pdf`
      await platform.saveFile({ name, content })
    },
  })
  if (number === null || version === undefined) return null
  function save(printed: PrintedVersion, given: string) {
    const { choice } = printed.accepted ?? printed.frozen
    const urls = chosenLines(printed.content, choice).flatMap(({ image_url: url }) => url ?? [])
    const pictures = [...new Set(urls)].map((url) => ({ url, address: imageAddress(config, url) }))
    if (!saving.isPending) saving.mutate({ number: given, version: printed, pictures })
  }
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconFileTypePdf size={16} stroke={1.7} aria-hidden />}
      // `disabled` would lose the focus.
      aria-disabled={saving.isPending}
      data-disabled={saving.isPending}
      onClick={() => save(version, number)}
    >
      {saving.isPending ? 'Preparing PDF...' : 'Download PDF'}
    </Button>
  )
}

function isSent(
  version: QuotationPdfButtonProps['details']['versions'][number],
): version is typeof version & PrintedVersion {
  return version.sent_at !== null && version.frozen !== null
}

const timeoutMs = 60_000

/** Makes a PDF in a worker, so that the page stays responsive and the library is loaded with the first one. */
function makeInWorker(request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(new URL('./quotation-pdf.worker.ts', import.meta.url), { type: 'module' })
  const failed = (cause?: unknown) =>
    new AppError('unexpected', 'The PDF could not be made. Press Download PDF to try again', { cause })
  return new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ pdf: Uint8Array<ArrayBuffer> } | { failure: string }>) => {
        if ('pdf' in data) resolve(data.pdf)
        else reject(failed(data.failure))
      },
    )
    worker.addEventListener('error', ({ message }) => reject(failed(message)))
    setTimeout(() => reject(failed('Timed out')), timeoutMs)
    worker.postMessage(request, [])
  }).finally(() => worker.terminate())
}
