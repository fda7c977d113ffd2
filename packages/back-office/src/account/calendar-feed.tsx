import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'

import {
  makingCalendarLink,
  type OwnAccount,
  removingCalendarLink,
} from '@giftwell/shared/auth/own-account.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { NeedsOwnServer } from '../screen/needs-own-server.tsx'
import { momentFormat } from '../screen/date-formats.ts'
import { CopyButton } from '../screen/buttons.tsx'

/** The address by which a calendar program shows the person's days. It is shown once, since only its hash is stored. */
export function CalendarFeed({ since }: { readonly since: OwnAccount['calendar_since'] }) {
  const platform = usePlatform()
  const backend = useBackend()
  const make = useMutation(makingCalendarLink(backend))
  const remove = useMutation(removingCalendarLink(backend))
  const address = make.data === undefined ? null : `${platform.siteOrigin}/calendar/${make.data}.ics`

  async function renew() {
    const question = 'Make a new address? Calendars with the present one will no longer be updated.'
    if (since === null || (await platform.confirm(question, { action: 'Make a new address' }))) make.mutate()
  }
  async function end() {
    const question = 'Remove the calendar feed? Calendars that show it will no longer be updated.'
    if (!(await platform.confirm(question, { action: 'Remove' }))) return
    make.reset()
    remove.mutate()
  }
  return (
    <Stack gap="md" maw="62ch">
      <Text>
        Make an address and subscribe to it in your calendar program. The calendar shows the follow-ups and
        needed-by dates of your leads, orders and companies and the last days of your open quotations, and the
        same of absent colleagues whose deputy you are.
      </Text>
      <NeedsOwnServer>no server answers at the address.</NeedsOwnServer>
      {address !== null && (
        <TextInput
          label="Address"
          description="Anyone with this address can read these days and the names of buyers. It is not shown again."
          readOnly
          value={address}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      {address === null && since !== null && (
        <Text c="dimmed">{`Made on ${momentFormat.format(new Date(since))}.`}</Text>
      )}
      <Group gap="sm">
        {address !== null && <CopyButton text={address} />}
        <Button variant="default" disabled={make.isPending} onClick={() => void renew()}>
          {since === null ? 'Make an address' : 'Make a new address'}
        </Button>
        {since !== null && (
          <Button variant="default" disabled={remove.isPending} onClick={() => void end()}>
            Remove
          </Button>
        )}
      </Group>
    </Stack>
  )
}
