import { Box, Button, Group, Paper, Text, Title, VisuallyHidden } from '@mantine/core'
import { useClipboard, useWindowEvent } from '@mantine/hooks'
import {
  IconArrowLeft,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconX,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, matchPath, useLocation } from 'react-router-dom'

import { lineHints } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import {
  isErased,
  type Lead,
  leadReference,
  linesOf,
  lineText,
  mergedLeadsQuery,
  originText,
  recordAccess,
  withMerged,
} from './lead-list.ts'
import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { Dimmed, leadDay, ProductBadge, WholeLeadMoment } from './lead-columns.tsx'
import classes from './lead-page.module.css'
import { handleLead } from './lead-handling.ts'
import { callLink, mailLink } from './lead-links.ts'
import { LeadArtwork } from '../quotations/artwork-list.tsx'
import { LeadQuotations } from '../quotations/lead-quotations.tsx'
import { SamplePanel } from '../samples/sample-panel.tsx'
import { LeadReply } from './lead-reply.tsx'
import { isWritten, type ReplyDraft } from './reply-form.tsx'
import { LeadHandlingFields, LeadHistory } from './lead-handling-panel.tsx'
import { LeadMails } from './lead-mails.tsx'
import { PharmaHint } from './pharma-hint.tsx'
import type { OpenLead } from './use-open-lead.ts'
import { RowButton } from '../screen/buttons.tsx'

interface LeadPageProps {
  readonly open: OpenLead
  /** Number of leads in the list; undefined while loading. */
  readonly total: number | undefined
}

/** The address of a lead, which the page shows. */
const leadPath = '/admin/leads/:lead'

const noNotes: Readonly<Record<string, string>> = {}
const noReplies: Readonly<Record<string, ReplyDraft | undefined>> = {}

/**
 * One lead, with buttons for its neighbours in the list: the request, and how it is handled, which stays in sight. Notes and
 * replies that are not saved stay with their leads, and leaving for the list asks whether to discard them.
 */
export function LeadPage({ open, total }: LeadPageProps) {
  const { lead, isOpened, toPrevious, toNext } = open
  /** The texts of notes that are being written, by the lead's id. */
  const [notes, setNotes] = useState(noNotes)
  /** The replies that are being written, by the lead's id. */
  const [replies, setReplies] = useState(noReplies)
  useUnsavedGuard({
    isUnsaved: () =>
      Object.values(notes).some((text) => text.trim() !== '') ||
      Object.values(replies).some((reply) => reply !== undefined && isWritten(reply)),
    survives: ({ pathname }) => matchPath(leadPath, pathname) !== null,
  })
  const { pathname } = useLocation()
  if (matchPath(leadPath, pathname) === null) {
    if (notes !== noNotes) setNotes(noNotes)
    if (replies !== noReplies) setReplies(noReplies)
  }
  useWindowEvent('keydown', ({ key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented }) => {
    // With modifiers these keys navigate the history or select text; a dialog above the page has them.
    if (!isOpened || altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return
    if (
      target instanceof Element &&
      target.closest('input, select, textarea, [role=dialog], [role=menu]') !== null
    )
      return
    if (key === 'ArrowLeft') toPrevious?.()
    if (key === 'ArrowRight') toNext?.()
    if (key === 'Escape') open.close()
  })
  useEffect(() => {
    if (!isOpened) return
    window.scrollTo({ top: 0, behavior: 'instant' })
    focusElement(document.querySelector('main h1'))
  }, [isOpened])
  const merged =
    useQuery({ ...mergedLeadsQuery(useBackend(), lead?.id ?? ''), enabled: useIsOnline() && isOpened })
      .data ?? []
  if (lead === undefined || !isOpened) return null
  const { id } = lead

  return (
    <section aria-label={lead.name}>
      <ScreenHead title={lead.name} subtitle={lead.company}>
        <Button
          variant="subtle"
          size="sm"
          px={12}
          leftSection={<IconArrowLeft size={18} stroke={1.7} aria-hidden />}
          onClick={open.close}
        >
          All leads
        </Button>
        {open.ordinal !== undefined && total !== undefined && (
          <Text className="tabular" c="dimmed" size="sm" aria-live="polite">
            <VisuallyHidden>{lead.name}, </VisuallyHidden>
            {open.ordinal.toLocaleString()} of {total.toLocaleString()}
          </Text>
        )}
        <NeighbourButton name="Previous lead" icon={IconChevronLeft} go={toPrevious} />
        <NeighbourButton name="Next lead" icon={IconChevronRight} go={toNext} />
      </ScreenHead>
      <div className={classes.columns}>
        <section aria-label="Handling" className={classes.handling}>
          <Paper withBorder radius="lg" p="md">
            <LeadHandlingFields key={id} lead={lead} />
            {!isErased(lead) && (
              <>
                <Box mt={12}>
                  <LeadReply
                    lead={withMerged(lead, merged)}
                    draft={replies[id]}
                    onDraft={(reply) => setReplies((others) => ({ ...others, [id]: reply }))}
                  />
                </Box>
                <Box mt={12}>
                  <LeadQuotations lead={id} />
                </Box>
              </>
            )}
          </Paper>
          <SamplePanel lead={id} />
          <Paper withBorder radius="lg" p="md" className={classes.history}>
            <LeadHistory
              key={id}
              lead={lead}
              merged={merged}
              note={notes[id] ?? ''}
              onNote={(text) => setNotes((others) => ({ ...others, [id]: text }))}
            />
          </Paper>
        </section>
        <Paper component="section" withBorder radius="lg" p="lg" aria-label="Request">
          <LeadDetails lead={lead} />
          <LeadArtwork lead={id} />
          {merged.map((other) => (
            <MergedInquiry key={other.id} lead={other} />
          ))}
        </Paper>
      </div>
    </section>
  )
}

/** A merged inquiry in full, with a button that undoes the merge. */
function MergedInquiry({ lead }: { readonly lead: Lead }) {
  const { mutate, isPending } = useMutation(handleLead(useBackend()))
  const reference = leadReference(lead)
  return (
    <Box
      component="section"
      className="line-above"
      mt="lg"
      pt="md"
      aria-label={`Merged inquiry ${reference}`}
    >
      <Group justify="space-between" mb={12}>
        <Title order={2} ff="text" fz="md" fw={650}>
          Merged inquiry {reference}
        </Title>
        <RowButton
          label="Undo merge"
          disabled={isPending}
          aria-label={`Undo the merge of ${reference}`}
          onClick={() => mutate({ lead: lead.id, kind: 'merged' })}
        />
      </Group>
      <LeadDetails lead={lead} />
      <LeadArtwork lead={lead.id} />
    </Box>
  )
}

/** Notes in the access log that a lead is read; offline it is noted once the connection is back, if it is still open. */
function useNotedOpening({ id }: Lead): void {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const noted = useRef<string>(undefined)
  const note = useEffectEvent((opened: string) => {
    if (noted.current === opened) return
    noted.current = opened
    // The lead is read already.
    recordAccess(backend, 'opened', [{ id: opened }]).catch(() => undefined)
  })
  useEffect(() => {
    if (isOnline) note(id)
  }, [id, isOnline])
}

function LeadDetails({ lead }: { readonly lead: Lead }) {
  useNotedOpening(lead)
  const { isAdmin } = useAuth()
  const products = linesOf(lead)
  return (
    <dl className={classes.details}>
      <Contact lead={lead} />
      <dt>Date</dt>
      <dd>
        <WholeLeadMoment at={lead.created_at} />
      </dd>
      <dt>{products.length > 1 ? `Products (${products.length})` : 'Products'}</dt>
      <dd>
        {products.length === 0 ? (
          <Dimmed>None</Dimmed>
        ) : (
          <Group component="ul" className={classes.products} gap="6px 8px">
            {products.map((line, index) => (
              // Names may repeat and the order is constant.
              // oxlint-disable-next-line react/no-array-index-key
              <Group component="li" key={`${index} ${line.name}`} gap="6px 8px" maw="100%">
                <ProductBadge name={lineText(line)} to={productAddress(line)} wholeLines />
                {line.note !== null && (
                  <Text component="span" className={classes.note} c="dimmed" fz="sm" lh={1.4}>
                    {line.note}
                  </Text>
                )}
                {lineHints(
                  line.products ?? {},
                  { quantity: line.quantity },
                  lead.needed_by ?? '',
                  new Date(lead.created_at),
                ).map((hint) => (
                  <Text key={hint} component="span" className={classes.note} c="dimmed" fz="sm" lh={1.4}>
                    {hint}
                  </Text>
                ))}
              </Group>
            ))}
          </Group>
        )}
      </dd>
      <PharmaHint lead={lead} />
      {lead.needed_by != null && <Detail name="Needed by">{leadDay(lead.needed_by)}</Detail>}
      {lead.budget_per_gift != null && (
        <Detail name="Budget per gift">Rs.{lead.budget_per_gift.toLocaleString()}</Detail>
      )}
      {lead.delivery_city != null && <Detail name="Delivery city">{lead.delivery_city}</Detail>}
      {lead.wants_branding === true && <Detail name="Branding">With the buyer’s logo</Detail>}
      {!isErased(lead) && (
        <Detail name="Message">
          {lead.message === null ? (
            <Dimmed>No message</Dimmed>
          ) : (
            <Text className="typed-text" inherit maw="68ch" py={3} lh={1.55}>
              {lead.message}
            </Text>
          )}
        </Detail>
      )}
      <Detail name="Reference">{leadReference(lead)}</Detail>
      {originText(lead) !== '' && <Detail name="Source">{originText(lead)}</Detail>}
      {lead.landing_page != null && <Detail name="Landing page">{lead.landing_page}</Detail>}
      {lead.notice_version != null && (
        <Detail name="Privacy notice">
          Version {lead.notice_version} ({lead.notice_language})
          {lead.notice_at != null && (
            <>
              , <WholeLeadMoment at={lead.notice_at} />
            </>
          )}
        </Detail>
      )}
      {lead.marketing_consent !== undefined && !isErased(lead) && (
        <Detail name="Marketing">{lead.marketing_consent ? 'Consent given' : 'No consent'}</Detail>
      )}
      {isAdmin && (
        <Detail name="Access">
          <Link to={`/admin/privacy?tab=access&lead=${lead.id}`}>Who opened it</Link>
        </Detail>
      )}
      {!isErased(lead) && <LeadMails lead={lead.id} />}
    </dl>
  )
}

/** The sender's contact details, or a note that they were erased. */
function Contact({ lead }: { readonly lead: Lead }) {
  const call = callLink(lead.phone)
  if (isErased(lead)) {
    return (
      <Detail name="Sender">
        The details of this person were erased on <WholeLeadMoment at={lead.erased_at ?? ''} />. The products
        remain in the figures.
      </Detail>
    )
  }
  const company = lead.contacts?.companies
  return (
    <>
      {company != null && (
        <Detail name="Company">
          <Link to={`/admin/companies/${company.id}`}>{company.name}</Link>
        </Detail>
      )}
      <Detail name="Email">
        <a href={mailLink(lead.email)}>{lead.email}</a>
        <CopyButton label="Copy email" text={lead.email} lead={lead} />
      </Detail>
      <Detail name="Phone">
        {call === undefined ? <span>{lead.phone}</span> : <a href={call}>{lead.phone}</a>}
        <CopyButton label="Copy phone" text={lead.phone} lead={lead} />
      </Detail>
    </>
  )
}

/** Opens the product, or finds one without an id in its list. */
function productAddress({ name, product_id: id }: ReturnType<typeof linesOf>[number]): string {
  return `/admin/products?${new URLSearchParams(id == null ? { search: name } : { product: id }).toString()}`
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

interface NeighbourButtonProps {
  readonly name: string
  readonly icon: typeof IconChevronLeft
  readonly go: (() => void) | undefined
}

function NeighbourButton({ name, icon: Icon, go }: NeighbourButtonProps) {
  return (
    <Button
      variant="default"
      size="sm"
      px={8}
      aria-label={name}
      // `disabled` would lose the focus at the end of the list.
      aria-disabled={go === undefined}
      data-disabled={go === undefined}
      onClick={() => go?.()}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
    </Button>
  )
}

interface CopyButtonProps {
  /** Such as "Copy email". */
  readonly label: string
  readonly text: string
  /** Whose text it is, for the access log. */
  readonly lead: Lead
}

/** Copies a text and shows whether it succeeded, because browsers may deny it. */
function CopyButton({ label, text, lead }: CopyButtonProps) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const { copy, copied, error } = useClipboard({ timeout: 2000 })
  const Icon = error ? IconX : copied ? IconCheck : IconCopy
  const color = error ? 'brick' : copied ? 'leaf' : 'gray'
  return (
    <>
      <IconButton
        variant="subtle"
        color={color}
        aria-label={label}
        tip={error ? 'Could not copy' : label}
        onClick={() => {
          copy(text)
          if (isOnline) recordAccess(backend, 'copied', [lead]).catch(() => undefined)
        }}
      >
        <Icon size={16} stroke={1.7} aria-hidden />
      </IconButton>
      <VisuallyHidden aria-live="polite">{error ? 'Could not copy' : copied && 'Copied'}</VisuallyHidden>
    </>
  )
}
