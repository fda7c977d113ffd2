import { Button, Group, Paper, Text } from '@mantine/core'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { momentText } from '@giftwell/shared/kernel/india-time.ts'
import { type BuyerDetails, otherState, placeText } from '@giftwell/shared/quotations/buyer-details.ts'
import type { PlaceOfSupply } from '@giftwell/shared/quotations/place-of-supply.ts'
import { ArtworkList } from './artwork-list.tsx'
import { DownloadButton, fileOf } from './file-preview.tsx'
import { Facts } from '../screen/facts.tsx'
import type { QuotationDetails } from './quotation-requests.ts'

interface GivenPanelProps {
  readonly given: QuotationDetails['given']
  /** That the taxes follow. */
  readonly place: PlaceOfSupply | null
  /** Takes the details into the draft; undefined without one. */
  readonly onTake?: (details: BuyerDetails) => void
}

/** The details from the quotation's page, if the buyer has entered any. */
export function GivenPanel({ given, place, onTake }: GivenPanelProps) {
  const { details, purchase_orders: files, artworks = [] } = given
  const backend = useBackend()
  if (details === null && files.length + artworks.length === 0) return null
  const state = details?.gstin ? otherState(details.gstin, place) : null
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="From the buyer" fz="sm">
      <Text fw={600} fz="sm">
        From the buyer
      </Text>
      {details !== null && (
        <>
          <Text fz="xs" c="dimmed">
            {momentText(details.given_at)}
          </Text>
          <Facts
            facts={[
              ['GSTIN', details.gstin],
              ['Billing address', details.billing_address],
              ['Delivery places', details.delivery_places.map(placeText).join('\n')],
            ]}
          />
          {state !== null && (
            <Text role="note" fz="sm" mt={6}>
              {state} Sent quotations keep their taxes.
            </Text>
          )}
          {onTake && (
            <Button variant="default" size="compact-sm" mt={8} onClick={() => onTake(details)}>
              Use in this draft
            </Button>
          )}
        </>
      )}
      {files.map(({ id, name, size, given_at: at }) => (
        <Group key={id} gap={8} mt={8}>
          <DownloadButton name={name} read={async () => fileOf(backend, 'purchase_order_file', id)} />
          <Text fz="xs" c="dimmed">
            Purchase order, {fileSize(size)}, {momentText(at)}
          </Text>
        </Group>
      ))}
      <ArtworkList artworks={artworks} />
    </Paper>
  )
}
