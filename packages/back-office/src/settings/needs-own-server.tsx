import { Text } from '@mantine/core'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'

/** Says so where the site has no server that answers keys and sends webhooks: its API is at a hosted project. */
export function NeedsOwnServer() {
  const { supabaseUrl } = useBackend().config
  const { siteOrigin } = usePlatform()
  // It is relative where the website's own server answers.
  if (new URL(supabaseUrl, siteOrigin).host === new URL(siteOrigin).host) return null
  return (
    <Text role="note" fz="sm" fw={600}>
      This website is on a static host with a hosted project: no server answers keys or sends webhooks. Your
      programs use the project’s own API and database webhooks.
    </Text>
  )
}
