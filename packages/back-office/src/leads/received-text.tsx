import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { type OrderFile, orderBlob } from '@giftwell/shared/quotations/buyer-details.ts'

import type { LeadEvent, ReceivedMail } from './lead-handling.ts'
import { RowButton } from '../screen/buttons.tsx'

interface ReceivedTextProps {
  readonly event: LeadEvent
  readonly mail: ReceivedMail
}

/** An e-mail that has answered a lead, with its attachments, which are saved by a press. */
export function ReceivedText({ event, mail: { id, subject, attachments } }: ReceivedTextProps) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const platform = usePlatform()
  const saving = useMutation({
    meta: { failed: 'Error reading the file' },
    mutationFn: async (place: number) => {
      // The function promises this shape.
      const file = (await send(backend, (rest) =>
        rest.rpc('received_file', { mail: id, place }),
      )) as unknown as OrderFile
      await platform.saveFile(orderBlob(file))
    },
  })
  const places = attachments.map((file, index) => ({ ...file, place: index + 1 }))
  return (
    <>
      <strong>{subject}</strong>
      {`\n\n${event.value ?? ''}`}
      {places.map(({ place, name, size, stored }) => (
        <Text key={place} component="span" display="block" mt={4} fz="inherit">
          {name} ({fileSize(size)}){' '}
          {stored ? (
            isOnline && (
              <RowButton
                label="Save"
                variant="subtle"
                of={name}
                disabled={saving.isPending}
                onClick={() => saving.mutate(place)}
              />
            )
          ) : (
            <Text component="span" c="dimmed" fz="inherit">
              Not stored: files of this kind or size are not accepted. Ask the sender to use your own address.
            </Text>
          )}
        </Text>
      ))}
    </>
  )
}
