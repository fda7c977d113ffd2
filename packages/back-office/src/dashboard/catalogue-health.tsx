import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { productHealth } from '../products/admin-products.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { entities } from '@giftwell/shared/entities.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type CatalogueHealth, catalogueHealthQuery } from './dashboard-query.ts'
import { dismissMissedSearch } from '@giftwell/shared/catalogue/missed-searches.ts'
import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'
import { ListCard, ListFailure } from '../list/list-card.tsx'
import classes from './catalogue-health.module.css'

const labels: Readonly<Record<string, string>> = productHealth

/** Products that may need attention: numbers with links to their lists. */
export function CatalogueHealthCard() {
  const health = useQuery(catalogueHealthQuery(useBackend()))
  if (health.isError) {
    return (
      <ListFailure onRetry={() => void health.refetch()}>
        The catalogue’s health could not be loaded.
      </ListFailure>
    )
  }
  if (!health.data) return null
  const products = health.data.products.filter((part) => part.products > 0)
  const { unused, missed } = health.data
  return (
    <Box mt="lg">
      <ListCard heading="Catalogue health">
        <Stack p="md">
          {products.length + unused.length + missed.length === 0 && <Text c="dimmed">Nothing to fix.</Text>}
          {products.length > 0 && (
            <Numbers label="Products to fix">
              {products.map((part) => (
                <li key={part.filter + part.value}>
                  <Link to={`/admin/products?${part.filter}=${part.value}`} className={classes.number}>
                    {part.filter === 'health' ? (labels[part.value] ?? part.value) : `No ${part.filter}`}{' '}
                    <strong>{part.products.toLocaleString()}</strong>
                  </Link>
                </li>
              ))}
            </Numbers>
          )}
          {unused.length > 0 && (
            <>
              <Text c="dimmed">
                Filter values of the catalogue that match no product ({unused.length.toLocaleString()}):
              </Text>
              <Group
                component="ul"
                className={classes.values}
                gap="4px 16px"
                mah="12em"
                aria-label="Filter values without products"
              >
                {unused.map(({ table, name }) => (
                  <li key={table + name}>
                    <FilterValue table={table} name={name} />
                  </li>
                ))}
              </Group>
            </>
          )}
          {missed.length > 0 && <MissedSearches missed={missed} />}
        </Stack>
      </ListCard>
    </Box>
  )
}

/** A value with a link to the screen of its kind; a kind of a newer server has no screen here. */
function FilterValue({ table, name }: CatalogueHealth['unused'][number]) {
  const entity = entities.find((one) => one.table === table)
  if (entity === undefined) return `${name} (${table})`
  return <Link to={`${entity.route}?search=${encodeURIComponent(name)}`}>{name}</Link>
}

/** Names with their numbers, in as many columns as fit. */
function Numbers({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <SimpleGrid
      component="ul"
      className={classes.numbers}
      minColWidth="min(100%, 240px)"
      autoFlow="auto-fill"
      spacing={24}
      verticalSpacing={0}
      aria-label={label}
    >
      {children}
    </SimpleGrid>
  )
}

/** What visitors and customers searched for and did not find, most often first. */
function MissedSearches({ missed }: Pick<CatalogueHealth, 'missed'>) {
  const backend = useBackend()
  const { isAdmin } = useAuth()
  const dismissal = useMutation({
    meta: { invalidates: [['dashboard', 'catalogue-health']], failed: 'Error dismissing search' },
    mutationFn: (words: string) => dismissMissedSearch(backend, words),
  })
  return (
    <>
      <Text c="dimmed">Searches of the last 90 days that found nothing:</Text>
      <Numbers label="Searches without a result">
        {missed.map(({ words, searches, searched_at }) => (
          <li key={words} className={classes.number}>
            <span>
              {words}{' '}
              <Text component="span" inherit c="dimmed">
                {searches === 1 ? 'once' : `${searches.toLocaleString()} times`}, last on{' '}
                {new Date(searched_at).toLocaleDateString()}
              </Text>
            </span>
            <Group gap={8} wrap="nowrap" flex="none">
              <Link
                to={`/admin/products?search=${encodeURIComponent(words)}`}
                aria-label={`Search products for ${words}`}
              >
                Search
              </Link>
              {isAdmin && (
                <IconButton
                  variant="subtle"
                  aria-label={`Dismiss ${words}`}
                  tip="Dismiss"
                  disabled={dismissal.isPending}
                  onClick={() => dismissal.mutate(words)}
                >
                  <IconX size={16} stroke={1.7} aria-hidden />
                </IconButton>
              )}
            </Group>
          </li>
        ))}
      </Numbers>
    </>
  )
}
