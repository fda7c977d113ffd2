import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'

/** Says so where the site has no server for this, such as "no server sends webhooks": its API is at a hosted project. */
export function NeedsOwnServer({ children }: { readonly children: ReactNode }) {
  const { supabaseUrl } = useBackend().config
  const { siteOrigin } = usePlatform()
  // It is relative where the website's own server answers.
  if (new URL(supabaseUrl, siteOrigin).host === new URL(siteOrigin).host) return null
  return (
    <Text role="note" fz="sm" fw={600}>
      This website is on a static host with a hosted project: {children}
    </Text>
  )
}
