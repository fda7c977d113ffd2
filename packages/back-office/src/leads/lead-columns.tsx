import { Badge, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router-dom'

import {
  isErased,
  type Lead,
  leadReference,
  linesOf,
  lineText,
  originText,
  totalQuantity,
} from './lead-list.ts'
import { isDue, type LeadHandling, leadStates, untouched } from './lead-handling.ts'
import type { Column } from '../list/column-head.tsx'
import classes from './lead-columns.module.css'
import { useNames } from '../staff/administrators.ts'
import { callLink, mailLink } from './lead-links.ts'
import { dayFormat } from '../screen/date-formats.ts'

interface LeadColumnsOptions {
  readonly onOpen: (lead: Lead) => void
  /** Whether rows have no room for two links, one above the other, that can be told apart by a finger. */
  readonly isTight: boolean
}

/** The columns of the leads (product.md, section 2, Leads), and those that a user may add. */
export function leadColumns({ onOpen, isTight }: LeadColumnsOptions): readonly Column<Lead>[] {
  return [
    {
      header: 'Name',
      look: 'name',
      width: '16%',
      sortedBy: 'name',
      cell: (lead) => lead.name,
      beside: (lead) => <Handling lead={lead} />,
    },
    {
      header: 'Company',
      width: '11%',
      sortedBy: 'company',
      cell: ({ company }) => (
        <span className={classes.company} title={company}>
          {company}
        </span>
      ),
    },
    { header: 'Contact', width: '17%', cell: (lead) => <Contact lead={lead} isTight={isTight} /> },
    { header: 'Products', cell: (lead) => <Products lead={lead} onOpen={() => onOpen(lead)} /> },
    { header: 'Message', width: '18%', cell: ({ message }) => <Message text={message} /> },
    {
      header: 'Date',
      look: 'quiet',
      width: '108px',
      sortedBy: 'created_at',
      cell: (lead) => <LeadMoment at={lead.created_at} />,
    },
    {
      header: 'State',
      isExtra: true,
      width: '128px',
      sortedBy: 'state',
      cell: (lead) => stateOf(handlingOf(lead)),
    },
    {
      header: 'Assigned to',
      isExtra: true,
      sortedBy: 'assigned',
      cell: (lead) =>
        handlingOf(lead).assigned_to === null ? '-' : (handlingOf(lead).assigned_email ?? 'Unknown'),
    },
    {
      header: 'Come back on',
      isExtra: true,
      width: '128px',
      sortedBy: 'due',
      cell: (lead) => dayOr('-', handlingOf(lead).due_on),
    },
    { header: 'Reference', isExtra: true, width: '128px', cell: leadReference },
    { header: 'City', isExtra: true, cell: (lead) => lead.delivery_city ?? '-' },
    { header: 'Quantity', isExtra: true, width: '92px', cell: quantityOf },
    { header: 'Source', isExtra: true, cell: (lead) => originText(lead) || '-' },
  ]
}

const handlingOf = (lead: Lead) => lead.lead_handling ?? untouched
const dayOr = (otherwise: string, date: string | null) => (date === null ? otherwise : leadDay(date))

/** The state in words, including whether a lead in progress was answered. */
function stateOf({ state, answered_at: answeredAt, merged_into: mergedInto }: LeadHandling): string {
  if (mergedInto != null) return 'Merged'
  return state === 'in_progress' && answeredAt !== null ? 'Answered' : leadStates[state]
}

/** How many gifts are wanted in all. */
function quantityOf(lead: Lead): string {
  const total = totalQuantity(lead)
  return total === 0 ? '-' : total.toLocaleString()
}

/** The colours of the states in badges. */
const colors = {
  new: 'gray',
  opened: 'gray',
  in_progress: 'marigold',
  quoted: 'aubergine',
  won: 'leaf',
  lost: 'gray',
  withdrawn: 'gray',
  spam: 'gray',
}

/** The state of a lead; whether its day has come, and who has it. */
function Handling({ lead }: { readonly lead: Lead }) {
  const handling = handlingOf(lead)
  const { state, assigned_to: assignee, assigned_email: email, due_on: dueOn } = handling
  const assigned = useNames()(assignee) ?? email
  return (
    <>
      <Badge
        size="sm"
        variant="light"
        color={colors[state]}
        tt="none"
        flex="none"
        {...(state === 'new' && { bg: 'marigold.5', c: 'black' })}
      >
        {stateOf(handling)}
      </Badge>
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
  if (isErased(props.lead)) return <Dimmed>erased</Dimmed>
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
      <Group component="span" className={classes.more} gap={4} miw={0} wrap="nowrap">
        {more > 0 && (
          <Button
            variant="subtle"
            size="compact-xs"
            radius="xl"
            color="gray"
            flex="none"
            h={24}
            px={4}
            aria-label={`+${more} more products of ${lead.name}`}
            onClick={onOpen}
          >
            +{more} more
          </Button>
        )}
        {lead.needed_by != null && (
          <Text component="span" flex="none" c="dimmed" fz="xs" fw={600}>
            by {dayOfYear(lead.needed_by)}
          </Text>
        )}
      </Group>
    </span>
  )
}

/** The placeholder for an empty value. */
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

const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
const inFull = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** A day in the fewest words: with its year unless it is this one's. */
function dayOfYear(date: string): string {
  const isThisYear = date.startsWith(String(new Date().getFullYear()))
  return isThisYear ? shortDay.format(new Date(`${date}T00:00`)) : leadDay(date)
}

/** A day without a time, such as the one that gifts are needed by, as an ISO date. */
export function leadDay(date: string): string {
  return dayFormat.format(new Date(`${date}T00:00`))
}

/** The time of a lead in the user's locale and time zone; narrow columns show the day only. */
function LeadMoment({ at }: { readonly at: string }) {
  const moment = new Date(at)
  return (
    <time dateTime={at} className={classes.moment} title={inFull.format(moment)}>
      <span>{dayFormat.format(moment)}, </span>
      <span>{time.format(moment)}</span>
    </time>
  )
}

/** The same with the weekday. */
export function WholeLeadMoment({ at }: { readonly at: string }) {
  return <time dateTime={at}>{inFull.format(new Date(at))}</time>
}

/** A requested product; truncated unless `wholeLines`, and a link if it has an address. */
export function ProductBadge({
  name,
  to,
  wholeLines = false,
}: {
  readonly name: string
  readonly to?: string
  readonly wholeLines?: boolean
}) {
  const look = {
    variant: 'light',
    tt: 'none',
    fw: 550,
    maw: '100%',
    bg: 'var(--gw-brand-ground)',
    c: 'var(--gw-brand)',
    className: classes.product,
    'data-whole': wholeLines,
  } as const
  return to === undefined ? (
    <Badge {...look} title={wholeLines ? undefined : name}>
      {name}
    </Badge>
  ) : (
    <Badge {...look} component={Link} to={to} td="underline" style={{ cursor: 'pointer' }}>
      {name}
    </Badge>
  )
}
