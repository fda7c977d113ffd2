import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { Box, Button, Flex, Group, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { QueryClient, QueryExecuteOptions } from '@tanstack/react-query'

import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Prefetch } from '@giftwell/shared/kernel/prefetcher.ts'

/** The prefix of the document's title on every screen, such as the number of new leads. */
export const TitlePrefix = createContext('')

interface ScreenHeadProps {
  readonly title: string
  readonly subtitle?: string
  /** Action buttons. */
  readonly children?: ReactNode
}

/** The title of a screen, also in the browser tab, and its actions. */
export function ScreenHead({ title, subtitle, children }: ScreenHeadProps) {
  const site = useSite()
  const prefix = use(TitlePrefix)
  return (
    <Flex component="header" justify="space-between" align="flex-end" wrap="wrap" gap="12px 24px" mb={20}>
      <title>{`${prefix}${title} · ${site.name}`}</title>
      <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Title fz="1.75rem" lh={1.15}>
          {title}
        </Title>
        {subtitle !== undefined && (
          <Text c="dimmed" mt={4}>
            {subtitle}
          </Text>
        )}
      </Box>
      <Group gap={8}>{children}</Group>
    </Flex>
  )
}

interface ForAdministratorsProps {
  readonly children: ReactNode
  /** What sales see in their place; a sentence by default. */
  readonly instead?: ReactNode
}

/** Controls that change what sales only read. The database refuses them, whatever is shown. */
export function ForAdministrators({ children, instead = readOnly }: ForAdministratorsProps) {
  return useAuth().isAdmin ? children : instead
}

const readOnly = (
  <Text c="dimmed" size="sm">
    Only administrators can change this list.
  </Text>
)

/** A screen that only administrators open; sales read why not. */
export function AdministratorsScreen({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}) {
  return (
    <ForAdministrators
      instead={
        <>
          <ScreenHead title={name} />
          <Text maw="60ch">
            Only administrators can open this screen. Ask one of them to make the change, or to give you
            another role.
          </Text>
        </>
      }
    >
      {children}
    </ForAdministrators>
  )
}

/** Leads to the restorable records. */
export function RecentlyDeletedLink() {
  return (
    <Button
      component={Link}
      to="/admin/recently-deleted"
      variant="subtle"
      px={12}
      leftSection={<IconHistory size={18} aria-hidden />}
    >
      Recently deleted
    </Button>
  )
}

/** A screen's first query, which can be prefetched before the screen is shown. */
export type FirstRead = (backend: Backend, client: QueryClient) => Prefetch

/** A screen; where its first read is cheap, it says what that is. */
export type ScreenComponent = ComponentType & { readonly firstRead?: FirstRead }

/** The first read of a screen that shows this query. */
export function firstRead<Data>(options: (backend: Backend) => QueryExecuteOptions<Data>): FirstRead {
  return (backend, client) => {
    const query = options(backend)
    return { queryKey: query.queryKey, fetch: () => client.query(query) }
  }
}
