import { Box, Paper, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from 'react-router-dom'

import { coloursText } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { dayText, momentText } from '@giftwell/shared/kernel/india-time.ts'
import { below } from '@giftwell/shared/ui/breakpoints.ts'
import { Facts } from '../screen/facts.tsx'
import classes from './quotation-editor.module.css'
import type { AskedInquiry, QuotationDetails } from './quotation-requests.ts'

/**
 * The buyer's request beside the draft: in a revision the requested change, then the inquiry with merged ones. On
 * a phone it is collapsed, except for the change.
 */
export function InquiryPanel({ details: { inquiries, events } }: { readonly details: QuotationDetails }) {
  const isPhone = useMediaQuery(below('sm'), undefined, { getInitialValueInEffect: false })
  const sentLast = events.findLast(({ kind }) => kind === 'sent')?.number ?? 0
  const change = events.findLast(
    ({ kind, number }) => (kind === 'change_asked' || kind === 'declined') && number > sentLast,
  )
  if (inquiries.length === 0 && change === undefined) return null
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      p="md"
      aria-label="Inquiry"
      className={classes.inquiry}
      fz="sm"
    >
      {change !== undefined && (
        <Box mb={inquiries.length > 0 ? 12 : 0}>
          <Text fw={600} fz="sm">
            {change.kind === 'declined' ? 'Why the buyer declined' : 'What to change'}
          </Text>
          <Text c="dimmed" fz="xs">
            {change.actor_name}, {momentText(change.created_at)}
          </Text>
          <Text className="typed-text" fz="sm" mt={4}>
            {change.value['text'] ?? change.value['reason'] ?? 'No reason given'}
          </Text>
        </Box>
      )}
      {inquiries.length > 0 && (
        <details open={!isPhone}>
          <Text component="summary" fw={600} fz="sm">
            {inquiries.length === 1 ? 'Inquiry' : `${inquiries.length} inquiries`}
          </Text>
          <Stack gap={12} mt={8}>
            {inquiries.map((inquiry) => (
              <Asked key={inquiry.id} inquiry={inquiry} />
            ))}
          </Stack>
        </details>
      )}
    </Paper>
  )
}

function Asked({ inquiry }: { readonly inquiry: AskedInquiry }) {
  const { budget_per_gift: budget, delivery_city: city, needed_by: day, lines, message } = inquiry
  const facts = [
    ['Needed by', day && dayText(day)],
    ['Budget per gift', budget && `Rs.${budget.toLocaleString('en-IN')}`],
    ['Delivery city', city],
    ['Branding', inquiry.wants_branding && 'With the buyer’s logo'],
  ] as const
  return (
    <div>
      <Text fz="xs" c="dimmed">
        <Link to={`/admin/leads/${inquiry.id}`}>{inquiry.reference}</Link>, {momentText(inquiry.created_at)}
      </Text>
      {message !== null && (
        <Text className="typed-text" fz="sm" my={6}>
          {message}
        </Text>
      )}
      <Facts facts={facts} />
      <Box component="ul" mt={6} style={{ overflowWrap: 'anywhere' }}>
        {lines.map(({ name, quantity, colours, note }, index) => (
          // Names may repeat and the order is constant.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            {quantity !== null && `${quantity.toLocaleString('en-IN')} × `}
            {name}
            {colours && ` in ${coloursText(colours)}`}
            {note !== null && <Text component="small" inherit c="dimmed">{` ${note}`}</Text>}
          </li>
        ))}
      </Box>
    </div>
  )
}
