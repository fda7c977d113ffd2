import { Center, Loader, Stack, Text } from '@mantine/core'

/** The whole screen waiting, with the specification's word for it (section 2, Protected-route guard). */
export function FullScreenLoader() {
  return (
    <Center mih="100dvh">
      <Stack align="center" gap="sm" role="status">
        <Loader color="marigold" aria-hidden />
        <Text c="dimmed">Loading...</Text>
      </Stack>
    </Center>
  )
}
