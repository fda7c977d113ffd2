import { Badge, Button, Text } from '@mantine/core'

import { type Lead, linesOf, lineText } from './lead-list.ts'
import { isDue, leadStates, untouched } from './lead-handling.ts'
import type { Column } from '../list/column-head.tsx'
import classes from './lead-columns.module.css'
import { useNames } from '../record/record-history.tsx'
import { callLink, mailLink } from './lead-links.ts'

interface LeadColumnsOptions {
  readonly onOpen: (lead: Lead) => void
  /** Whether this administrator has not opened a lead yet. */
  readonly isNew: (lead: Lead) => boolean
  /** Whether rows have no room for two links, one above the other, that can be told apart by a finger. */
  readonly isTight: boolean
}

/** The columns of the leads (product.md, section 2, Leads). */
export function leadColumns({ onOpen, isNew, isTight }: LeadColumnsOptions): readonly Column<Lead>[] {
  return [
    {
      header: 'Name',
      look: 'name',
      width: '22%',
      cell: (lead) => lead.name,
      beside: (lead) => <Handling lead={lead} isNew={isNew(lead)} />,
    },
    { header: 'Company', width: '12%', cell: ({ company }) => company },
    { header: 'Contact', width: '18%', cell: (lead) => <Contact lead={lead} isTight={isTight} /> },
    { header: 'Products', cell: (lead) => <Products lead={lead} onOpen={() => onOpen(lead)} /> },
    { header: 'Message', width: '9%', cell: ({ message }) => <Message text={message} /> },
    {
      header: 'Date',
      look: 'quiet',
      width: '108px',
      sortedBy: 'created_at',
      cell: (lead) => <LeadMoment at={lead.created_at} />,
    },
  ]
}

/** The colours of the states in badges. */
const colors = {
  new: 'gray',
  in_progress: 'marigold',
  quoted: 'aubergine',
  won: 'leaf',
  lost: 'gray',
  withdrawn: 'gray',
  spam: 'gray',
}

/** Whether a lead is new to this administrator, else its state; whether its day has come, and who has it. */
function Handling({ lead, isNew }: { readonly lead: Lead; readonly isNew: boolean }) {
  const handling = lead.lead_handling ?? untouched
  const { state, assigned_to: assignee, assigned_email: email, due_on: dueOn } = handling
  const assigned = useNames()(assignee) ?? email
  return (
    <>
      {isNew && state === 'new' && (
        <Badge size="sm" tt="none" flex="none" bg="marigold.5" c="black">
          New
        </Badge>
      )}
      {state !== 'new' && (
        <Badge size="sm" variant="light" color={colors[state]} tt="none" flex="none">
          {leadStates[state]}
        </Badge>
      )}
      {dueOn !== null && isDue(handling) && (
        <Badge size="sm" variant="light" color="brick" tt="none" flex="none">
          Due {leadDay(dueOn)}
        </Badge>
      )}
      {assignee !== null && assigned !== null && (
        <Badge
          size="md"
          circle
          flex="none"
          color="gray"
          variant="light"
          role="img"
          title={assigned}
          aria-label={`Assigned to ${assigned}`}
        >
          {initials(assigned)}
        </Badge>
      )}
    </>
  )
}

/** Of a name the first letters of its first and last word, of an e-mail address the first two. */
function initials(name: string): string {
  const words = name.split(' ')
  const letters = words.length === 1 ? name.slice(0, 2) : `${name.slice(0, 1)}${words.at(-1)?.slice(0, 1)}`
  return letters.toUpperCase()
}

function Contact(props: { readonly lead: Lead; readonly isTight: boolean }) {
  const { email, phone } = props.lead
  const call = props.isTight ? undefined : callLink(phone)
  return (
    <span className={classes.contact} data-tight={props.isTight}>
      <a href={mailLink(email)} title={email}>
        {email}
      </a>
      {call === undefined ? (
        <span className={classes.phone} title={phone}>
          {phone}
        </span>
      ) : (
        <a href={call} className={classes.phone}>
          {phone}
        </a>
      )}
    </span>
  )
}

const maxProducts = 3

/** At most three products and the number of others (product.md, section 9, Card limits), and when they are needed. */
function Products({ lead, onOpen }: { readonly lead: Lead; readonly onOpen: () => void }) {
  const names = linesOf(lead).map(lineText)
  if (names.length === 0) return <Dimmed>None</Dimmed>
  const more = names.length - maxProducts
  return (
    <span className={classes.products}>
      {names.slice(0, maxProducts).map((name, index) => (
        // Names may repeat and the order is constant.
        // oxlint-disable-next-line react/no-array-index-key
        <ProductBadge key={`${index} ${name}`} name={name} />
      ))}
      {more > 0 && (
        <Button
          variant="subtle"
          size="compact-xs"
          radius="xl"
          color="gray"
          flex="none"
          h={24}
          px={4}
          aria-haspopup="dialog"
          aria-label={`+${more} more products of ${lead.name}`}
          onClick={onOpen}
        >
          +{more} more
        </Button>
      )}
      {lead.needed_by != null && (
        <Text component="span" flex="none" c="dimmed" fz="xs" fw={600}>
          by {leadDay(lead.needed_by)}
        </Text>
      )}
    </span>
  )
}

/** What stands for nothing. */
export function Dimmed({ children }: { readonly children: string }) {
  return (
    <Text component="span" inherit c="dimmed">
      {children}
    </Text>
  )
}

function Message({ text }: { readonly text: string | null }) {
  return text === null ? (
    <Dimmed>No message</Dimmed>
  ) : (
    <span className={classes.message} title={text}>
      {text}
    </span>
  )
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** A day without a time, such as the one that gifts are needed by, as an ISO date. */
export function leadDay(date: string): string {
  return day.format(new Date(`${date}T00:00`))
}

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
      tt="none"
      fw={550}
      maw="100%"
      bg="var(--gw-brand-ground)"
      c="var(--gw-brand)"
      className={classes.product}
      data-whole={wholeLines}
      title={wholeLines ? undefined : name}
    >
      {name}
    </Badge>
  )
}
