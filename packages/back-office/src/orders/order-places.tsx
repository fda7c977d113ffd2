import { Button, FileButton, Group, NativeSelect, Paper, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { readInWorker } from '../import/read-in-worker.ts'
import { ExportButton } from '../list/export-button.tsx'
import { ActionDialog } from '../record/action-dialog.tsx'
import { changeOrder, type OrderDetails, type OrderLine, type OrderPlace } from './order-requests.ts'
import classes from './order-screen.module.css'
import { type ImportedPlaces, placesOf, type SavedPlace } from './place-import.ts'
import { RowButton } from '../screen/buttons.tsx'

/** How many places are shown at first, of up to 500. */
const shownAtFirst = 20

const giftOf = (lines: readonly OrderLine[], place: SavedPlace) =>
  lines.find(({ line_id: id }) => id === place.line_id)?.name ?? null

interface OrderPlacesProps {
  readonly details: OrderDetails
  readonly isReadOnly: boolean
}

/** Where an order goes: places with how many gifts, also imported from a sheet of addresses. */
export function OrderPlaces({ details, isReadOnly }: OrderPlacesProps) {
  const { order, places, lines } = details
  const saving = useMutation(changeOrder<number>(useBackend(), 'Error saving the places'))
  const [showsAll, setShowsAll] = useState(false)
  const [edited, setEdited] = useState<OrderPlace | 'new'>()
  const [imported, setImported] = useState<ImportedPlaces>()
  const [problem, setProblem] = useState<string>()
  const reset = useRef<() => void>(null)
  const save = (all: readonly SavedPlace[]) =>
    saving.mutateAsync((rest) =>
      rest.rpc('save_order_places', {
        order_id: order.id,
        saves: order.saves,
        places: all.map((place) => ({ ...place })),
      }),
    )
  // The database refuses one that a colleague has removed meanwhile.
  const withPlace = (place: SavedPlace) =>
    places.some(({ id }) => id === place.id)
      ? places.map((one) => (one.id === place.id ? place : one))
      : [...places, place]
  const sum = places.reduce((total, { quantity }) => total + quantity, 0)
  const gifts = lines.reduce((total, { quantity }) => total + quantity, 0)

  async function read(file: File | null) {
    if (file === null) return
    // The same file may be chosen again.
    reset.current?.()
    setProblem(undefined)
    try {
      setImported(placesOf(await readInWorker(file), lines))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file could not be read.')
    }
  }
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="Delivery places">
      <Group justify="space-between" gap="8px 16px" mb={8}>
        <Title order={2} ff="text" fz="md" fw={650}>
          Delivery places
        </Title>
        {!isReadOnly && (
          <Group gap={8}>
            <Button variant="default" size="sm" onClick={() => setEdited('new')}>
              Add place
            </Button>
            <FileButton accept=".csv,.xlsx,text/csv" resetRef={reset} onChange={(file) => void read(file)}>
              {(props) => (
                <Button variant="default" size="sm" {...props}>
                  Import addresses
                </Button>
              )}
            </FileButton>
            <ExportPlaces details={details} />
          </Group>
        )}
      </Group>
      <Text fz="sm" c="dimmed">
        {places.length === 0
          ? 'No places yet.'
          : `${counted(places.length, 'place')} with ${sum.toLocaleString('en-IN')} of ${gifts.toLocaleString('en-IN')} gifts`}
      </Text>
      {problem !== undefined && (
        <Text role="alert" fz="sm" c="var(--mantine-color-error)" mt={6}>
          {problem}
        </Text>
      )}
      <ul className={classes.lines}>
        {places.slice(0, showsAll ? undefined : shownAtFirst).map((place) => (
          <li key={place.id} className={`${classes.line} line-above`}>
            <Group gap="4px 12px" justify="space-between" wrap="nowrap" align="flex-start">
              <div>
                <Text fz="sm" fw={600}>
                  {place.recipient ?? place.address}
                </Text>
                <Text fz="sm" c="dimmed">
                  {factsOf(place, giftOf(lines, place)).join(' · ')}
                </Text>
              </div>
              {!isReadOnly && (
                <RowButton
                  label="Edit"
                  variant="subtle"
                  flex="none"
                  of={place.recipient ?? place.address}
                  onClick={() => setEdited(place)}
                />
              )}
            </Group>
          </li>
        ))}
      </ul>
      {places.length > shownAtFirst && !showsAll && (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setShowsAll(true)}>
          Show all {places.length.toLocaleString('en-IN')}
        </Button>
      )}
      {edited !== undefined && (
        <PlaceDialog
          place={edited === 'new' ? undefined : edited}
          lines={lines}
          onSave={(place) =>
            save(edited === 'new' ? [...places, place] : withPlace({ ...place, id: edited.id }))
          }
          onRemove={edited === 'new' ? undefined : () => save(places.filter(({ id }) => id !== edited.id))}
          onClose={() => setEdited(undefined)}
        />
      )}
      {imported !== undefined && (
        <ActionDialog
          action={{
            title: 'Import addresses',
            intro: `The file adds ${counted(imported.places.length, 'place')} with ${imported.places
              .reduce((total, { quantity }) => total + quantity, 0)
              .toLocaleString('en-IN')} gifts to those in the list.`,
            button: `Add ${counted(imported.places.length, 'place')}`,
            fields: [],
            children: (
              <>
                <ReadColumns imported={imported} />
                {imported.problems.length > 0 && (
                  <div role="alert">
                    <Text fz="sm" fw={600}>
                      {counted(imported.problems.length, 'row')} cannot be read and will be left out:
                    </Text>
                    {imported.problems.slice(0, 5).map((sentence) => (
                      <Text key={sentence} fz="sm">
                        {sentence}
                      </Text>
                    ))}
                  </div>
                )}
              </>
            ),
            run: async () => {
              if (imported.places.length > 0) await save([...places, ...imported.places])
            },
          }}
          onClose={() => setImported(undefined)}
        />
      )}
    </Paper>
  )
}

/** Which column of a sheet is read as what. */
function ReadColumns({ imported: { read, leftOut } }: { readonly imported: ImportedPlaces }) {
  const facts = leftOut.length === 0 ? read : [...read, { what: 'Left out', titles: leftOut }]
  return (
    <ul className={classes.parcels} aria-label="Columns of the file">
      {facts.map(({ what, titles }) => (
        <li key={what}>
          {what}: {titles.map((title) => `“${title}”`).join(', ')}
        </li>
      ))}
    </ul>
  )
}

/** A place's details beside its recipient. */
function factsOf(place: OrderPlace, gift: string | null): string[] {
  return [
    place.recipient !== null && place.address,
    place.pin_code,
    place.phone,
    `${place.quantity.toLocaleString('en-IN')} of ${gift ?? 'any gift'}`,
    place.deliver_on !== null && `deliver on ${dayText(place.deliver_on)}`,
  ].filter((fact) => typeof fact === 'string')
}

interface PlaceDialogProps {
  readonly place: OrderPlace | undefined
  readonly lines: readonly OrderLine[]
  readonly onSave: (place: SavedPlace) => Promise<unknown>
  readonly onRemove: (() => Promise<unknown>) | undefined
  readonly onClose: () => void
}

/** Adds, changes or removes a place. */
function PlaceDialog({ place, lines, onSave, onRemove, onClose }: PlaceDialogProps) {
  const [gift, setGift] = useState(place?.line_id ?? '')
  const [isRemoving, setRemoving] = useState(false)
  return (
    <ActionDialog
      action={{
        title: place === undefined ? 'Add place' : 'Edit place',
        button: isRemoving ? 'Remove place' : 'Save place',
        fields: [
          { name: 'recipient', label: 'Recipient', initial: place?.recipient ?? '', isOptional: true },
          { name: 'address', label: 'Address', initial: place?.address ?? '', type: 'long' },
          {
            name: 'pin',
            label: 'PIN code',
            initial: place?.pin_code ?? '',
            isOptional: true,
            check: (text) => (/^[1-9]\d{2} ?\d{3}$/.test(text) ? null : 'A PIN code has six digits'),
          },
          { name: 'phone', label: 'Phone', initial: place?.phone ?? '', isOptional: true },
          {
            name: 'quantity',
            label: 'Quantity',
            initial: String(place?.quantity ?? ''),
            check: (text) => (/^[1-9]\d{0,6}$/.test(text) ? null : 'Quantity is a whole number from 1'),
          },
          {
            name: 'day',
            label: 'Deliver on',
            type: 'date',
            initial: place?.deliver_on ?? '',
            isOptional: true,
          },
        ],
        children: (
          <>
            <NativeSelect
              label="Gift"
              value={gift}
              data={[
                { value: '', label: 'Any gift' },
                ...lines.map(({ line_id: value, name }) => ({ value, label: name ?? 'A gift' })),
              ]}
              onChange={({ currentTarget: { value } }) => setGift(value)}
            />
            {onRemove && (
              <RowButton
                label="Remove this place"
                variant="subtle"
                aria-pressed={isRemoving}
                onClick={() => setRemoving(!isRemoving)}
              />
            )}
          </>
        ),
        run: ({ recipient = '', address = '', pin = '', phone = '', quantity = '', day = '' }) =>
          isRemoving && onRemove
            ? onRemove()
            : onSave({
                line_id: gift || null,
                recipient: recipient.trim() || null,
                address,
                pin_code: pin.trim() || null,
                phone: phone.trim() || null,
                quantity: Number(quantity),
                deliver_on: day || null,
              }),
      }}
      onClose={onClose}
    />
  )
}

/** Exports the addresses, for administrators alone; the access log has it, as an export of the lead. */
function ExportPlaces({ details: { order, places, lines, lead } }: Pick<OrderPlacesProps, 'details'>) {
  const backend = useBackend()
  const { isAdmin } = useAuth()
  if (!isAdmin || places.length === 0) return null
  return (
    <ExportButton<OrderPlace>
      label={{ one: 'place', many: `Places of ${order.number.replace('/', '-')}` }}
      of="addresses"
      total={places.length}
      columns={[
        { header: 'Recipient', cell: ({ recipient }) => recipient },
        { header: 'Address', cell: ({ address }) => address },
        { header: 'PIN code', cell: ({ pin_code: pin }) => pin },
        { header: 'Phone', cell: ({ phone }) => phone },
        { header: 'Gift', cell: (place) => giftOf(lines, place) },
        { header: 'Quantity', cell: ({ quantity }) => String(quantity) },
        { header: 'Deliver on', cell: ({ deliver_on: day }) => day },
      ]}
      read={async ({ at }) => {
        if (at !== 'first') return []
        const leads = lead === null ? [] : [lead.id]
        await send(backend, (rest) => rest.rpc('record_access', { action: 'exported', leads }))
        return places
      }}
    />
  )
}
