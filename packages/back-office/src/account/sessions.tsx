import { Badge, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'

import { deviceName, endingSession, type OwnAccount } from '@giftwell/shared/auth/own-account.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { momentFormat } from '../screen/date-formats.ts'
import { RowButton } from '../screen/buttons.tsx'

/** Where the person is signed in. The present session ends by signing out. */
export function Sessions({ sessions }: Pick<OwnAccount, 'sessions'>) {
  const end = useMutation(endingSession(useBackend()))
  return (
    <ul className="divided" aria-label="Sessions">
      {sessions.map(({ id, device, used_at: usedAt, is_current: isCurrent }) => (
        <Group component="li" key={id} justify="space-between" gap="4px 12px">
          <span>
            {deviceName(device)}
            <Text component="time" dateTime={usedAt} display="block" c="dimmed" size="sm">
              {`Last used ${momentFormat.format(new Date(usedAt))}`}
            </Text>
          </span>
          {isCurrent ? (
            <Badge variant="light" tt="none">
              This session
            </Badge>
          ) : (
            <RowButton
              label="End this session"
              aria-label={`End this session: ${deviceName(device)}`}
              disabled={end.isPending}
              onClick={() => end.mutate(id)}
            />
          )}
        </Group>
      ))}
    </ul>
  )
}
