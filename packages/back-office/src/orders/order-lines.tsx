import {
  Anchor,
  Badge,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { dayInIndia, dayText } from '@giftwell/shared/kernel/india-time.ts'
import { ActionDialog } from '../record/action-dialog.tsx'
import { LineProof } from './line-proof.tsx'
import classes from './order-screen.module.css'
import { changeOrder, type OrderDetails, type OrderLine, type OrderPlace } from './order-requests.ts'
import { mayTake, orderStates, type OrderStep, orderSteps, stateColours } from './order-states.ts'
import { returnFields, useCourierFields, useTakeStep } from './take-step.ts'
import { RowButton } from '../screen/buttons.tsx'

const steps = Object.keys(orderSteps) as OrderStep[] // its own keys

interface OrderLinesProps {
  readonly details: OrderDetails
  readonly isReadOnly: boolean
}

/** The lines of an order with their steps: of those that are selected, or of all. */
export function OrderLines({ details, isReadOnly }: OrderLinesProps) {
  const { lines } = details
  const taking = useTakeStep()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<'dispatched' | 'returned'>()
  const meant = lines.filter(({ id }) => selected.size === 0 || selected.has(id))
  const able = (step: OrderStep) => meant.filter((line) => mayTake(step, line))
  function press(step: OrderStep) {
    if (step === 'dispatched' || step === 'returned') setAsking(step)
    else void taking.take(step, able(step)).catch(() => undefined)
  }
  function toggle(id: string) {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="Lines">
      <Group justify="space-between" gap="8px 16px" mb={12}>
        <Title order={2} ff="text" fz="md" fw={650}>
          Lines
        </Title>
        {!isReadOnly && (
          <Group gap={8} role="toolbar" aria-label={selected.size === 0 ? 'All lines' : 'Selected lines'}>
            {steps
              .filter((step) => able(step).length > 0)
              .map((step) => (
                <Button
                  key={step}
                  variant="default"
                  size="sm"
                  disabled={taking.isPending}
                  onClick={() => press(step)}
                >
                  {orderSteps[step]}
                </Button>
              ))}
          </Group>
        )}
      </Group>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <Line
            key={line.id}
            line={line}
            details={details}
            isReadOnly={isReadOnly}
            isSelected={selected.has(line.id)}
            onToggle={() => toggle(line.id)}
          />
        ))}
      </ul>
      {asking === 'dispatched' && (
        <DispatchDialog
          lines={able('dispatched')}
          places={details.places}
          taking={taking}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'returned' && (
        <ActionDialog
          action={{
            title: orderSteps.returned,
            fields: returnFields,
            run: (values) => taking.take('returned', able('returned'), values),
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Paper>
  )
}

interface LineProps extends OrderLinesProps {
  readonly line: OrderLine
  readonly isSelected: boolean
  readonly onToggle: () => void
}

function Line({ line, details, isReadOnly, isSelected, onToggle }: LineProps) {
  const changing = useMutation(changeOrder<unknown>(useBackend()))
  const name = line.name ?? 'A gift'
  const state = line.state === 'preparing' && line.needs_proof ? 'proof' : line.state
  const isPart = line.dispatched > 0 && line.dispatched < line.quantity
  return (
    <li className={`${classes.line} line-above`}>
      <Group gap="6px 12px" align="flex-start">
        {!isReadOnly && (
          <Checkbox aria-label={`Select ${name}`} checked={isSelected} onChange={onToggle} mt={2} />
        )}
        <div className={classes.what}>
          <Text fw={600}>{name}</Text>
          <Text fz="sm" c="dimmed">
            {[`${line.quantity.toLocaleString('en-IN')} pieces`, line.code, line.note]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <Badge variant="light" color={stateColours[state]}>
          {orderStates[state]}
        </Badge>
        {isPart && (
          <Text fz="sm" c="dimmed">
            {line.dispatched.toLocaleString('en-IN')} of {line.quantity.toLocaleString('en-IN')} dispatched
          </Text>
        )}
        {!isReadOnly && line.state === 'preparing' && (
          <RowButton
            label={line.needs_proof ? 'No proof' : 'Needs a proof'}
            variant="subtle"
            disabled={changing.isPending}
            aria-label={`${line.needs_proof ? 'No proof' : 'Needs a proof'}: ${name}`}
            onClick={() =>
              changing.mutate((rest) =>
                rest.rpc('set_order_proof', { line: line.id, needs_proof: !line.needs_proof }),
              )
            }
          />
        )}
      </Group>
      <LineProof line={line} isOpen={!isReadOnly} />
      <Parcels line={line} details={details} isReadOnly={isReadOnly} />
    </li>
  )
}

/** The parcels of a line, each with its link, and whether it has arrived. */
function Parcels({ line, details, isReadOnly }: Omit<LineProps, 'isSelected' | 'onToggle'>) {
  const changing = useMutation(changeOrder<unknown>(useBackend()))
  const parcels = details.dispatches.filter(({ order_line_id: of }) => of === line.id)
  if (parcels.length === 0) return null
  return (
    <ul className={classes.parcels} aria-label={`Parcels of ${line.name ?? 'a gift'}`}>
      {parcels.map((parcel) => {
        const place = details.places.find(({ id }) => id === parcel.place_id)
        const number = parcel.tracking_number
        return (
          <li key={parcel.id}>
            <Group gap="2px 10px" fz="sm">
              <span>
                {parcel.quantity.toLocaleString('en-IN')} on {dayText(dayInIndia(parcel.dispatched_at))}
                {parcel.courier !== null && ` by ${parcel.courier}`}
                {number !== null && ', '}
                {number !== null &&
                  (parcel.tracking_url === null ? (
                    number
                  ) : (
                    <Anchor href={parcel.tracking_url} target="_blank" rel="noreferrer" inherit>
                      {number}
                    </Anchor>
                  ))}
                {place !== undefined && ` to ${place.recipient ?? place.address}`}
              </span>
              {parcel.delivered_at !== null ? (
                <Text inherit c="dimmed">
                  Delivered {dayText(dayInIndia(parcel.delivered_at))}
                </Text>
              ) : (
                !isReadOnly && (
                  <RowButton
                    label="Parcel delivered"
                    variant="subtle"
                    disabled={changing.isPending}
                    aria-label={`Parcel delivered: ${number ?? `${parcel.quantity} of ${line.name ?? 'a gift'}`}`}
                    onClick={() =>
                      changing.mutate((rest) => rest.rpc('deliver_dispatches', { dispatches: [parcel.id] }))
                    }
                  />
                )
              )}
            </Group>
          </li>
        )
      })}
    </ul>
  )
}

interface DispatchDialogProps {
  readonly lines: readonly OrderLine[]
  readonly places: readonly OrderPlace[]
  readonly taking: ReturnType<typeof useTakeStep>
  readonly onClose: () => void
}

/** Asks for courier, number and place, and each line's quantity: by default all remaining. */
function DispatchDialog({ lines, places, taking, onClose }: DispatchDialogProps) {
  const [quantities, setQuantities] = useState<Readonly<Record<string, string>>>({})
  const [place, setPlace] = useState('')
  const leftOf = ({ quantity, dispatched }: OrderLine) => quantity - dispatched
  const parcels = lines.map((line) => ({
    ...line,
    quantity: Number(quantities[line.id] ?? leftOf(line)),
    ...(place !== '' && { place }),
  }))
  const isWrong = parcels.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 0)
  return (
    <ActionDialog
      action={{
        title: 'Dispatch',
        fields: useCourierFields(),
        children: (
          <Stack gap={10}>
            {lines.map((line) => (
              <TextInput
                key={line.id}
                label={`Quantity of ${line.name ?? 'a gift'}`}
                description={`${leftOf(line).toLocaleString('en-IN')} left. Enter 0 to leave it out of this parcel.`}
                inputMode="numeric"
                value={quantities[line.id] ?? String(leftOf(line))}
                onChange={({ currentTarget: { value } }) =>
                  setQuantities({ ...quantities, [line.id]: value })
                }
              />
            ))}
            {places.length > 0 && (
              <NativeSelect
                label="Place"
                value={place}
                data={[
                  { value: '', label: 'No place' },
                  ...places.map(({ id, recipient, address }) => ({
                    value: id,
                    label: [recipient, address].filter(Boolean).join(', '),
                  })),
                ]}
                onChange={({ currentTarget: { value } }) => setPlace(value)}
              />
            )}
            {isWrong && (
              <Text role="alert" fz="sm" c="var(--mantine-color-error)">
                A quantity is a whole number
              </Text>
            )}
          </Stack>
        ),
        run: async (values) => {
          if (isWrong) throw new Error('A quantity is a whole number')
          await taking.take(
            'dispatched',
            parcels.filter(({ quantity }) => quantity > 0),
            values,
          )
        },
      }}
      onClose={onClose}
    />
  )
}
