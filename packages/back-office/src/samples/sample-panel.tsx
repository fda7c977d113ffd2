import { Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { dayText, momentText } from '@giftwell/shared/kernel/india-time.ts'
import { useStored } from '../list/cached-list.tsx'
import { useNames } from '../staff/administrators.ts'
import { sampleName, type SampleRow, samplesOfQuery, sampleStates } from './sample-list-query.ts'
import { SampleSteps } from './sample-steps.tsx'
import { storedSamples } from './stored-samples.ts'

type SamplePanelProps = { readonly lead: string } | { readonly quotation: string }

/** The samples of a lead or a quotation with their steps; offline the cached ones. Nothing without samples. */
export function SamplePanel(of: SamplePanelProps) {
  const isOnline = useIsOnline()
  const { data } = useQuery({ ...samplesOfQuery(useBackend(), of), enabled: isOnline })
  const stored = useStored(storedSamples)?.rows.filter((row) =>
    'lead' in of ? row.lead_id === of.lead : row.quotation_id === of.quotation,
  )
  const samples = stored ?? data ?? []
  if (samples.length === 0) return null
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="Samples" fz="sm">
      <Title order={2} ff="text" fz="sm" fw={600} mb={8}>
        Samples
      </Title>
      <Stack component="ul" gap={16}>
        {samples.map((sample) => (
          <li key={sample.id}>
            <Sample sample={sample} />
            {isOnline && (
              <Group gap={8} mt={8}>
                <SampleSteps samples={[sample]} />
              </Group>
            )}
          </li>
        ))}
      </Stack>
    </Paper>
  )
}

const verdicts = { liked: 'We like it', not_for_us: 'Not for us' }

/** "Delhivery, D 1" as a link where the parcel is tracked, and the days. */
export function Parcel({ sample }: { readonly sample: SampleRow }) {
  const { courier, tracking_number: number, tracking_url: url } = sample
  const text = [courier, number].filter(Boolean).join(', ')
  if (url === null) return text
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit>
      {text || 'Tracking'}
    </Anchor>
  )
}

/** A sample's state in words, and the reason why it is overdue. */
export function SampleState({ sample: { state, overdue } }: { readonly sample: SampleRow }) {
  return (
    <Badge variant="light" color={overdue.length > 0 ? 'brick' : 'aubergine'}>
      {sampleStates[state]}
      {overdue.some((kind) => kind !== 'verdict') && ', overdue'}
    </Badge>
  )
}

function Sample({ sample }: { readonly sample: SampleRow }) {
  const nameOf = useNames()
  const {
    charge,
    reason,
    delivery,
    sent_on: sent,
    delivered_on: delivered,
    return_by: due,
    verdict,
    comment,
  } = sample
  const last = sample.steps.at(-1)
  return (
    <>
      <Group gap="4px 8px">
        <Text fw={600} inherit>
          {sampleName(sample)}
        </Text>
        <SampleState sample={sample} />
      </Group>
      <Text inherit>{charge === null ? 'Free' : `Rs.${charge.toLocaleString('en-IN')}`}</Text>
      {delivery && (
        <Text inherit style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {`${delivery.recipient}, ${delivery.phone}\n${delivery.address}, ${delivery.pin_code}`}
        </Text>
      )}
      {reason !== null && <Text inherit>{reason}</Text>}
      {sent !== null && (
        <Text inherit>
          Sent on {dayText(sent)} <Parcel sample={sample} />
        </Text>
      )}
      {delivered !== null && (
        <Text inherit>
          Delivered on {dayText(delivered)}
          {due !== null && sample.state === 'delivered' && `, to be returned by ${dayText(due)}`}
        </Text>
      )}
      {verdict !== null && (
        <Text inherit>
          “{verdicts[verdict]}”{comment !== null && `: ${comment}`}
        </Text>
      )}
      {last && (
        <Text c="dimmed" fz="xs">
          {nameOf(last.by) ?? last.by}, {momentText(last.at)}
        </Text>
      )}
    </>
  )
}
