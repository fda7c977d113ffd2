import { Button, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { IconFileTypePdf } from '@tabler/icons-react'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { quotationName, type QuotationState, chosenLines } from '@giftwell/shared/quotations/quotation.ts'
import { sellerProfile } from '@giftwell/shared/settings/seller-profile.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { CachedNotice } from '../list/cached-list.tsx'
import { ListState } from '../list/list-card.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { detailsOf, sellerOf, useStoredQuotations } from './stored-quotations.ts'
import { EvidenceSheet, QuotationHistory } from './quotation-history.tsx'
import { QuotationActions } from './quotation-actions.tsx'
import { LinkDialog } from './quotation-dialogs.tsx'
import { QuotationEditor } from './quotation-editor.tsx'
import classes from './quotation-editor.module.css'
import { isForPharma, QuotationHints } from './quotation-hints.tsx'
import { QuotationList } from './quotation-list.tsx'
import { QuotationPreview } from './quotation-preview.tsx'
import {
  type QuotationDetails,
  quotationQuery,
  quotationStates,
  type QuotationVersion,
  type Seller,
  type SentQuotation,
} from './quotation-requests.ts'
import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import type { PrintedVersion } from './quotation-pdf.ts'
import type { PdfRequest } from './quotation-pdf.worker.ts'

/** Milliseconds between reads of what the buyer does, while the screen is shown. */
const pollMs = 15_000

/** The list of quotations, or the one of the address (product.md, section 2, Quotations). */
export function QuotationsScreen() {
  const { quotation } = useParams()
  if (quotation !== undefined) return <QuotationScreen key={quotation} id={quotation} />
  return <QuotationList />
}

/** A quotation: its draft, or what was sent, and what is done with it. */
function QuotationScreen({ id }: { readonly id: string }) {
  const details = useQuery({ ...quotationQuery(useBackend(), id), refetchInterval: pollMs })
  const seller = useSeller()
  const cached = useStoredQuotations()
  const stored = cached?.rows.find((one) => one.id === id)
  const isOnline = useIsOnline()
  // What was read before the connection was lost stays, with what is typed there.
  if (details.data !== undefined && seller !== undefined) {
    const asOf = isOnline ? undefined : new Date(details.dataUpdatedAt).toISOString()
    return <OpenQuotation details={details.data} seller={seller} asOf={asOf} />
  }
  if (cached !== undefined && stored !== undefined)
    return (
      <OpenQuotation details={detailsOf(stored)} seller={cached.seller} asOf={cached.readAt} isReadOnly />
    )
  return (
    <>
      <ScreenHead title="Quotation" />
      <ListState list={details} />
    </>
  )
}

/** The seller as the next quotation shows it; undefined while it is read. */
function useSeller(): Seller | undefined {
  const backend = useBackend()
  const { name } = useSite()
  const { data: rows } = useQuery(sellerProfile.list(backend))
  const { data: site } = useQuery(siteDetailsQuery(backend))
  return useMemo(() => rows && sellerOf(rows[0], { name, ...site }), [rows, site, name])
}

interface OpenQuotationProps {
  readonly details: QuotationDetails
  readonly seller: Seller
  /** When it was read, as an ISO date; undefined while it is read again and again. */
  readonly asOf: string | undefined
  readonly isReadOnly?: boolean
}

function OpenQuotation({ details, seller, asOf, isReadOnly = false }: OpenQuotationProps) {
  const { quotation, lead, versions } = details
  const navigate = useNavigate()
  const [link, setLink] = useState<{ readonly token: string; readonly number: string }>()
  const toasts = useToasts()
  const showsPharma = useSite().pharma_hints !== false
  const draft = versions.find(({ sent_at: sentAt }) => sentAt === null)
  const sent = versions.find(({ sent_at: sentAt }) => sentAt !== null)
  const current = draft ?? sent
  const state = quotation.state === 'sent' && sent?.is_expired ? 'expired' : quotation.state
  const numberOf = (version: QuotationVersion | undefined) =>
    quotation.number === null || version === undefined
      ? undefined
      : quotationName(quotation.number, version.revision)
  const number = numberOf(current)

  function onSent({ number: assigned, revision, token }: SentQuotation) {
    const whole = quotationName(assigned, revision)
    if (token === null) toasts.show({ title: `Quotation ${whole} sent` })
    else setLink({ token, number: whole })
  }

  if (current === undefined) return <ScreenHead title="Quotation" />
  return (
    <>
      <ScreenHead
        title={`Quotation ${number ?? 'draft'}`}
        subtitle={[current.content.buyer.company, stateText(state, sent)].filter(Boolean).join(' · ')}
      >
        {lead !== null && (
          <Button component={Link} to={`/admin/leads/${lead.id}`} variant="subtle" size="sm" px={12}>
            Lead {lead.reference}
          </Button>
        )}
        <QuotationPdfButton details={details} />
        {sent !== undefined && !isReadOnly && isForPharma(sent.content, details.offered_prices) && (
          <EvidenceSheet
            details={details}
            version={sent}
            seller={sent.frozen?.seller ?? seller}
            number={numberOf(sent) ?? ''}
          />
        )}
        {!isReadOnly && (
          <QuotationActions
            details={details}
            state={state}
            sent={sent}
            onLink={(token) => setLink({ token, number: numberOf(sent) ?? '' })}
          />
        )}
      </ScreenHead>
      <CachedNotice readAt={asOf} />
      <Stack gap={16}>
        {draft !== undefined && sent !== undefined && (
          <Text c="dimmed">
            {numberOf(sent)} stays valid until this revision is sent. Its link then says that it was replaced.
          </Text>
        )}
        {draft !== undefined && !isReadOnly ? (
          <QuotationEditor
            key={draft.id}
            details={details}
            version={draft}
            seller={seller}
            number={number}
            onSent={onSent}
            onDiscarded={() => {
              if (sent === undefined)
                void navigate(lead === null ? '/admin/quotations' : `/admin/leads/${lead.id}`)
            }}
          />
        ) : (
          <div className={classes.columns}>
            <Paper component="section" withBorder radius="lg" p="lg" aria-label="Quotation">
              <SentVersion version={current} seller={seller} number={number} />
            </Paper>
            <Stack gap={16}>
              {!isReadOnly && (
                <QuotationHints
                  content={current.content}
                  seller={current.frozen?.seller ?? seller}
                  offered={details.offered_prices}
                  showsPharma={showsPharma}
                />
              )}
              <QuotationHistory details={details} isReadOnly={isReadOnly} />
            </Stack>
          </div>
        )}
        {draft !== undefined && !isReadOnly && quotation.number !== null && (
          <QuotationHistory details={details} />
        )}
        <FormerVersions
          versions={versions.filter((version) => version !== current && version.sent_at !== null)}
          seller={seller}
          numberOf={numberOf}
        />
      </Stack>
      {link !== undefined && (
        <LinkDialog
          token={link.token}
          number={link.number}
          phone={current.content.buyer.phone}
          onClose={() => setLink(undefined)}
        />
      )}
    </>
  )
}

function stateText(state: QuotationState, sent: QuotationVersion | undefined): string {
  const name = quotationStates[state]
  if (sent === undefined) return name
  if (sent.accepted !== null && state === 'accepted') return `Accepted by ${sent.accepted.name}`
  return state === 'sent' || state === 'expired' ? `${name}, valid until ${dayText(sent.valid_until)}` : name
}

interface SentVersionProps {
  readonly version: QuotationVersion
  readonly seller: Seller
  readonly number: string | undefined
}

/** A version that is only read: one that was sent with the seller as it was then, and as it was accepted. */
function SentVersion({ version, seller, number }: SentVersionProps) {
  return (
    <QuotationPreview
      content={version.content}
      validUntil={version.valid_until}
      seller={version.frozen?.seller ?? seller}
      number={number}
      choice={version.accepted?.choice}
    />
  )
}

interface FormerVersionsProps {
  readonly versions: readonly QuotationVersion[]
  readonly seller: Seller
  readonly numberOf: (version: QuotationVersion) => string | undefined
}

/** Earlier revisions as they were sent. */
function FormerVersions({ versions, seller, numberOf }: FormerVersionsProps) {
  return versions.map((version) => (
    <Paper key={version.id} component="details" withBorder radius="lg" p="md">
      <Text component="summary" fw={600} fz="sm">
        {numberOf(version)}
      </Text>
      <SentVersion version={version} seller={seller} number={numberOf(version)} />
    </Paper>
  ))
}

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
function QuotationPdfButton({ details }: QuotationPdfButtonProps) {
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
  function save(printed: PrintedVersion, printedNumber: string) {
    const { choice } = printed.accepted ?? printed.frozen
    const urls = chosenLines(printed.content, choice).flatMap(({ image_url: url }) => url ?? [])
    const pictures = [...new Set(urls)].map((url) => ({ url, address: imageAddress(config, url) }))
    if (!saving.isPending) saving.mutate({ number: printedNumber, version: printed, pictures })
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
