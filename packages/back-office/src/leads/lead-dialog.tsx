import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { useClipboard, useWindowEvent } from '@mantine/hooks'
import { IconCheck, IconChevronLeft, IconChevronRight, IconCopy, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { matchPath, useLocation } from 'react-router-dom'

import { type Lead, leadReference, linesOf, lineText } from './lead-list.ts'
import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'
import { Dimmed, leadDay, ProductBadge, WholeLeadMoment } from './lead-columns.tsx'
import classes from './lead-dialog.module.css'
import { callLink, mailLink } from './lead-links.ts'
import { LeadReply } from './lead-reply.tsx'
import { LeadHandlingPanel } from './lead-handling-panel.tsx'
import { LeadMails } from './lead-mails.tsx'
import type { OpenLead } from './use-open-lead.ts'

interface LeadDialogProps {
  readonly open: OpenLead
  /** Number of leads in the list; undefined while loading. */
  readonly total: number | undefined
}

/** The address of a lead, which the dialog shows. */
const leadPath = '/admin/leads/:lead'

const noNotes: Readonly<Record<string, string>> = {}

/**
 * All details of one lead, with buttons for its neighbours in the list. Notes that are not saved stay with their leads, and
 * closing asks whether to discard them.
 */
export function LeadDialog({ open, total }: LeadDialogProps) {
  const { lead, isOpened, toPrevious, toNext } = open
  /** The texts of notes that are being written, by the lead's id. */
  const [notes, setNotes] = useState(noNotes)
  useUnsavedGuard({
    isUnsaved: () => Object.values(notes).some((text) => text.trim() !== ''),
    survives: ({ pathname }) => matchPath(leadPath, pathname) !== null,
  })
  const { pathname } = useLocation()
  if (notes !== noNotes && matchPath(leadPath, pathname) === null) setNotes(noNotes)
  useWindowEvent('keydown', ({ key, target, altKey, ctrlKey, metaKey, shiftKey }) => {
    // With modifiers these keys navigate the history or select text.
    if (!isOpened || altKey || ctrlKey || metaKey || shiftKey) return
    if (target instanceof Element && target.closest('input, select, textarea') !== null) return
    if (key === 'ArrowLeft') toPrevious?.()
    if (key === 'ArrowRight') toNext?.()
  })
  if (lead === undefined) return null
  const { id } = lead

  return (
    <Dialog opened={isOpened} onClose={open.close} title={lead.name} size="640px">
      <LeadDetails lead={lead} />
      <LeadHandlingPanel
        key={id}
        lead={lead}
        isOpened={isOpened}
        note={notes[id] ?? ''}
        onNote={(text) => setNotes((others) => ({ ...others, [id]: text }))}
      />
      <footer className={classes.foot}>
        <LeadReply lead={lead} />
        <Group className={classes.neighbours} gap={6} wrap="nowrap">
          {open.ordinal !== undefined && total !== undefined && (
            <Text className="tabular" flex="auto" c="dimmed" size="sm" mr={6} aria-live="polite">
              <VisuallyHidden>{lead.name}, </VisuallyHidden>
              {open.ordinal.toLocaleString()} of {total.toLocaleString()}
            </Text>
          )}
          <NeighbourButton name="Previous lead" icon={IconChevronLeft} go={toPrevious} />
          <NeighbourButton name="Next lead" icon={IconChevronRight} go={toNext} />
        </Group>
      </footer>
    </Dialog>
  )
}

function LeadDetails({ lead }: { readonly lead: Lead }) {
  const products = linesOf(lead)
  const call = callLink(lead.phone)
  return (
    <>
      <Text c="dimmed" mb={20}>
        {lead.company}
      </Text>
      <dl className={classes.details}>
        <dt>Email</dt>
        <dd>
          <a href={mailLink(lead.email)}>{lead.email}</a>
          <CopyButton label="Copy email" text={lead.email} />
        </dd>
        <dt>Phone</dt>
        <dd>
          {call === undefined ? <span>{lead.phone}</span> : <a href={call}>{lead.phone}</a>}
          <CopyButton label="Copy phone" text={lead.phone} />
        </dd>
        <dt>Date</dt>
        <dd>
          <WholeLeadMoment at={lead.created_at} />
        </dd>
        <dt>{products.length > 1 ? `Products (${products.length})` : 'Products'}</dt>
        <dd>
          {products.length === 0 ? (
            <Dimmed>None</Dimmed>
          ) : (
            <ul className={classes.products}>
              {products.map((line, index) => (
                // Names may repeat and the order is constant.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={`${index} ${line.name}`}>
                  <ProductBadge name={lineText(line)} wholeLines />
                  {line.note !== null && (
                    <Text component="span" className={classes.note} c="dimmed" fz="sm" lh={1.4}>
                      {line.note}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
          )}
        </dd>
        {lead.needed_by != null && <Detail name="Needed by">{leadDay(lead.needed_by)}</Detail>}
        {lead.budget_per_gift != null && (
          <Detail name="Budget per gift">Rs.{lead.budget_per_gift.toLocaleString()}</Detail>
        )}
        {lead.delivery_city != null && <Detail name="Delivery city">{lead.delivery_city}</Detail>}
        {lead.wants_branding === true && <Detail name="Branding">Wanted: logo on the gifts</Detail>}
        <dt>Message</dt>
        <dd>
          {lead.message === null ? (
            <Dimmed>No message</Dimmed>
          ) : (
            <p className={classes.message}>{lead.message}</p>
          )}
        </dd>
        <Detail name="Reference">{leadReference(lead)}</Detail>
        <LeadMails lead={lead.id} />
      </dl>
    </>
  )
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
}

/** Copies a text and shows whether it succeeded, because browsers may deny it. */
function CopyButton({ label, text }: CopyButtonProps) {
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
        onClick={() => copy(text)}
      >
        <Icon size={16} stroke={1.7} aria-hidden />
      </IconButton>
      <VisuallyHidden aria-live="polite">{error ? 'Could not copy' : copied && 'Copied'}</VisuallyHidden>
    </>
  )
}
