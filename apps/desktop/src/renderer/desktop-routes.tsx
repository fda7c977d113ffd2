import { AdminRoutes } from '@giftwell/back-office/shell/back-office.tsx'
import { useLeadWatch } from '@giftwell/back-office/leads/use-lead-watch.ts'
import { brand } from '@giftwell/shared/kernel/brand.ts'
import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { Link, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router-dom'

import type { Bridge } from '../ipc/create-bridge.ts'
import type { Output } from '../ipc/contract.ts'
import { SettingsPage } from './connect/connect-screen.tsx'

interface DesktopRoutesProps {
  readonly bridge: Bridge
  readonly connection: Output<'connection:read'>
}

/** All routes of the app: the back office as on the website, and the settings of this computer. Watches for new leads on all of them. */
export function DesktopRoutes({ bridge, connection }: DesktopRoutesProps) {
  useOpenedPages(bridge)
  useLeadWatch()
  return (
    <Routes>
      <Route index element={<Navigate to="/admin" replace />} />
      <Route path="admin/*" element={<AdminRoutes notFound={<NotFoundScreen />} />} />
      <Route path="settings" element={<SettingsPage bridge={bridge} present={connection} />} />
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}

/** Navigates to pages that notifications or the menu open. */
export function useOpenedPages(bridge: Pick<Bridge, 'onOpenPage'>): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const open = useEffectEvent((path: string) => {
    if (path !== pathname + search) void navigate(path)
  })
  useEffect(() => bridge.onOpenPage(open), [bridge])
}

function NotFoundScreen() {
  return (
    <Center mih="100dvh" p="lg" component="main" id="content">
      <title>{`Page not found · ${brand.name}`}</title>
      <Stack align="center" maw={420} ta="center">
        <Title order={1}>Page not found</Title>
        <Text c="dimmed">The back office has no such page.</Text>
        <Button component={Link} to="/admin">
          Back to the dashboard
        </Button>
      </Stack>
    </Center>
  )
}
