import { Text } from '@mantine/core'

import type { OrderLine } from './order-requests.ts'

/** The proof of a line beside its state; nothing where it needs none. */
export function LineProof({ line }: { readonly line: OrderLine }) {
  if (line.state !== 'preparing' || !line.needs_proof) return null
  return (
    <Text fz="sm" c="dimmed">
      {line.is_approved === true
        ? 'The buyer has approved the proof.'
        : 'It is produced once the buyer has approved a proof.'}
    </Text>
  )
}
