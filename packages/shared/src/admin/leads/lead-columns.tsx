import { Badge } from '@mantine/core'

import type { Lead } from '../../data/lead-list.ts'
import type { Column } from '../lists/data-table.tsx'
import classes from './lead-columns.module.css'
import { callLink, mailLink } from './lead-links.ts'

interface LeadColumnsOptions {
  readonly onOpen: (lead: Lead) => void
  /** Whether a lead arrived after the screen was opened and was not opened yet. */
  readonly isNew: (lead: Lead) => boolean
}

/** The columns of the leads (specification, section 2, Leads). */
export function leadColumns({ onOpen, isNew }: LeadColumnsOptions): readonly Column<Lead>[] {
  return [
    {
      header: 'Name',
      look: 'name',
      cell: (lead) => (
        <span className={classes.who}>
          <button type="button" className={classes.name} aria-haspopup="dialog" onClick={() => onOpen(lead)}>
            {lead.name}
          </button>
          {isNew(lead) && (
            <Badge size="sm" color="marigold" className={classes.new}>
              New
            </Badge>
          )}
        </span>
      ),
    },
    { header: 'Company', cell: ({ company }) => <span className={classes.company}>{company}</span> },
    { header: 'Contact', cell: (lead) => <Contact lead={lead} /> },
    {
      header: 'Products',
      cell: (lead) => <Products lead={lead} onOpen={() => onOpen(lead)} />,
    },
    { header: 'Message', cell: ({ message }) => <Message text={message} /> },
    { header: 'Date', look: 'quiet', cell: (lead) => <LeadMoment at={lead.created_at} /> },
  ]
}

function Contact({ lead: { email, phone } }: { readonly lead: Lead }) {
  const call = callLink(phone)
  return (
    <span className={classes.contact}>
      <a href={mailLink(email)}>{email}</a>
      {call === undefined ? (
        <span className={classes.phone}>{phone}</span>
      ) : (
        <a href={call} className={classes.phone}>
          {phone}
        </a>
      )}
    </span>
  )
}

const maxProducts = 3

/** At most three products and the number of others (specification, section 9, Card limits). */
function Products({ lead, onOpen }: { readonly lead: Lead; readonly onOpen: () => void }) {
  const names = lead.selected_products ?? []
  if (names.length === 0) return <span className={classes.none}>None</span>
  const more = names.length - maxProducts
  return (
    <span className={classes.products}>
      {names.slice(0, maxProducts).map((name, place) => (
        // Names may repeat and the order is constant.
        // oxlint-disable-next-line react/no-array-index-key
        <ProductBadge key={`${place} ${name}`} name={name} />
      ))}
      {more > 0 && (
        <button
          type="button"
          className={classes.more}
          aria-haspopup="dialog"
          aria-label={`+${more} more products of ${lead.name}`}
          onClick={onOpen}
        >
          +{more} more
        </button>
      )}
    </span>
  )
}

function Message({ text }: { readonly text: string | null }) {
  return text === null ? (
    <span className={classes.none}>No message</span>
  ) : (
    <span className={classes.message}>{text}</span>
  )
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** The time of a lead in the user's locale and time zone; narrow columns show the day only. */
function LeadMoment({ at }: { readonly at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} className={classes.moment} title={inFull.format(moment)}>
      <span>{day.format(moment)}, </span>
      <span>{time.format(moment)}</span>
    </time>
  )
}

/** The same with the weekday. */
export function WholeLeadMoment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{inFull.format(new Date(at))}</time>
}

/** A requested product; truncated unless `wholeLines`. */
export function ProductBadge({
  name,
  wholeLines = false,
}: {
  readonly name: string
  readonly wholeLines?: boolean
}) {
  return (
    <Badge
      variant="light"
      className={classes.product}
      data-whole={wholeLines}
      title={wholeLines ? undefined : name}
    >
      {name}
    </Badge>
  )
}
