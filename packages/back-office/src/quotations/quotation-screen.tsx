import { Button, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { IconFileTypePdf } from '@tabler/icons-react'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import {
  quotationName,
  type QuotationSeller,
  type QuotationState,
  type SentVersion,
} from '@giftwell/shared/quotations/quotation.ts'
import { draftVersion, quotationSheet } from '@giftwell/shared/quotations/quotation-sheet.ts'
import { sellerProfile } from '@giftwell/shared/settings/seller-profile.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { CachedNotice } from '../list/cached-list.tsx'
import { ListState } from '../list/list-card.tsx'
import { HeadLink } from '../screen/buttons.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { detailsOf, sellerOf, useStoredQuotations } from './stored-quotations.ts'
import { EvidenceSheet, QuotationHistory } from './quotation-history.tsx'
import { GivenPanel } from './given-panel.tsx'
import { QuotationActions } from './quotation-actions.tsx'
import { OrderLink } from './order-link.tsx'
import { LinkDialog } from './quotation-dialogs.tsx'
import { QuotationEditor } from './quotation-editor.tsx'
import classes from './quotation-editor.module.css'
import { isForPharma, QuotationHints } from './quotation-hints.tsx'
import { QuotationList } from './quotation-list.tsx'
import { QuotationPreview } from './quotation-preview.tsx'
import {
  isSent,
  type QuotationDetails,
  quotationQuery,
  quotationStates,
  type QuotationVersion,
  type SentQuotation,
} from './quotation-requests.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { SamplePanel } from '../samples/sample-panel.tsx'
import { savedPdf } from './saved-pdf.ts'

/** Milliseconds between polls for the buyer's actions, while the screen is visible. */
const pollMs = 15_000

/** The list of quotations, or the one of the address (product.md, section 2, Quotations). */
export function QuotationsScreen() {
  const { quotation } = useParams()
  if (quotation !== undefined) return <QuotationScreen key={quotation} id={quotation} />
  return <QuotationList />
}

/** A quotation: its draft or sent version, with its actions. */
function QuotationScreen({ id }: { readonly id: string }) {
  const details = useQuery({ ...quotationQuery(useBackend(), id), refetchInterval: pollMs })
  const seller = useSeller()
  const cached = useStoredQuotations()
  const stored = cached?.rows.find((one) => one.id === id)
  const isOnline = useIsOnline()
  // Keep the last response and the input when the connection is lost.
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
function useSeller(): QuotationSeller | undefined {
  const backend = useBackend()
  const { name } = useSite()
  const { data: rows } = useQuery(sellerProfile.list(backend))
  const { data: site } = useQuery(siteDetailsQuery(backend))
  return useMemo(() => rows && sellerOf(rows[0], { name, ...site }), [rows, site, name])
}

interface OpenQuotationProps {
  readonly details: QuotationDetails
  readonly seller: QuotationSeller
  /** When it was read, as an ISO date; undefined while it is read again and again. */
  readonly asOf: string | undefined
  readonly isReadOnly?: boolean
}

function OpenQuotation({ details, seller, asOf, isReadOnly: isCached = false }: OpenQuotationProps) {
  const { quotation, lead, versions } = details
  const isReadOnly = isCached || quotation.erase_on !== null
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
  const sheetOf = (version: QuotationVersion) => {
    const frozen = version.frozen ?? draftVersion(version.content, seller).frozen
    return quotationSheet({ ...version, frozen, number: quotation.number })
  }

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
        {lead !== null && <HeadLink to={`/admin/leads/${lead.id}`}>Lead {lead.reference}</HeadLink>}
        {details.company != null && (
          <HeadLink to={`/admin/companies/${details.company.id}`}>{details.company.name}</HeadLink>
        )}
        <OrderLink details={details} isReadOnly={isReadOnly} />
        <QuotationPdfButton details={details} />
        {sent !== undefined && !isReadOnly && isForPharma(sent.content, details.offered_prices) && (
          <EvidenceSheet details={details} sheet={sheetOf(sent)} />
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
        {quotation.erase_on !== null && (
          <Text role="note">
            The buyer’s details were erased. This legal copy stays until {dayText(quotation.erase_on)}. You
            can print or download it.
          </Text>
        )}
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
            onSent={onSent}
            onDiscarded={() => {
              if (sent === undefined)
                void navigate(lead === null ? '/admin/quotations' : `/admin/leads/${lead.id}`)
            }}
          />
        ) : (
          <div className={classes.columns}>
            <Paper component="section" withBorder radius="lg" p="lg" aria-label="Quotation">
              <QuotationPreview sheet={sheetOf(current)} />
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
              <GivenPanel given={details.given} place={current.frozen?.place ?? null} />
              <SamplePanel quotation={quotation.id} />
              <QuotationHistory details={details} isReadOnly={isReadOnly} />
            </Stack>
          </div>
        )}
        {draft !== undefined && !isReadOnly && quotation.number !== null && (
          <QuotationHistory details={details} />
        )}
        {versions
          .filter((version) => version !== current && version.sent_at !== null)
          .map((version) => (
            <Paper key={version.id} component="details" withBorder radius="lg" p="md">
              <Text component="summary" fw={600} fz="sm">
                {numberOf(version)}
              </Text>
              <QuotationPreview sheet={sheetOf(version)} />
            </Paper>
          ))}
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

/** Saves the version that was sent last as a PDF (product.md, section 2, Quotations); nothing before one was sent. */
function QuotationPdfButton({ details: { quotation, versions } }: Pick<OpenQuotationProps, 'details'>) {
  const platform = usePlatform()
  const { config } = useBackend()
  const { number } = quotation
  const version = versions.find(isSent)
  const saving = useMutation({
    meta: { failed: 'Error preparing the PDF' },
    mutationFn: async (sent: SentVersion) => platform.saveFile(await savedPdf(sent, config)),
  })
  if (number === null || version === undefined) return null
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconFileTypePdf size={16} stroke={1.7} aria-hidden />}
      // `disabled` would lose the focus.
      aria-disabled={saving.isPending}
      data-disabled={saving.isPending}
      onClick={() => {
        if (!saving.isPending) saving.mutate({ ...version, number })
      }}
    >
      {saving.isPending ? 'Preparing PDF...' : 'Download PDF'}
    </Button>
  )
}
