import { Box, Button, Group, Paper, Text, Title, CloseButton, TextInput } from '@mantine/core'
import { IconGift, IconPlugConnectedX, IconSearch } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { NeedsConnection } from './cached-list.tsx'
import { ColumnsMenu, ViewsMenu } from './views-menu.tsx'
import classes from './list-card.module.css'
import type { ListLayout } from './use-list-layout.ts'
import { useKeys } from '../screen/use-keys.ts'

interface ListCardProps<R> {
  /** For example "All Categories". */
  readonly heading: string
  /** Added to the heading when known: "All Categories (12)". */
  readonly count?: number | undefined
  /** Search, filters and sorting. */
  readonly tools?: ReactNode
  /** Its columns and views. */
  readonly layout?: ListLayout<R>
  /** Columns and views need the server. */
  readonly isOffline?: boolean
  /** Pagination. */
  readonly foot?: ReactNode
  readonly children: ReactNode
}

/** The card around a list: heading, tools, list and pagination. */
export function ListCard<R>(props: ListCardProps<R>) {
  const { heading, count, tools, layout, isOffline = false, foot, children } = props
  const words = count === undefined ? heading : `${heading} (${count.toLocaleString()})`
  return (
    <Paper
      component="section"
      withBorder
      radius="lg"
      className="tabular"
      display="flex"
      mih={0}
      style={{ flexDirection: 'column' }}
      aria-label={words}
    >
      <Group className="line-below" justify="space-between" gap="12px 20px" px="md" py={14}>
        <Title order={2} ff="text" fz="0.9375rem" fw={650} lh={1.4}>
          {words}
        </Title>
        {tools !== undefined && (
          <Group className={classes.tools} gap={8}>
            {tools}
            {layout && (
              <NeedsConnection isOffline={isOffline}>
                <ColumnsMenu layout={layout} />
                <ViewsMenu layout={layout} />
              </NeedsConnection>
            )}
          </Group>
        )}
      </Group>
      {layout?.problem !== undefined && (
        <Group
          className="line-below"
          gap="8px 16px"
          px="md"
          py={12}
          bg="var(--gw-sunken)"
          fz="sm"
          role="alert"
        >
          {layout.problem}
          <Button variant="default" size="compact-sm" onClick={layout.leave}>
            Close
          </Button>
        </Group>
      )}
      {children}
      {foot !== undefined && (
        <Box className="line-above" px="md" py={10}>
          {foot}
        </Box>
      )}
    </Paper>
  )
}

const skeletonLines = ['first', 'second', 'third', 'fourth', 'fifth']

/** Shown while a list loads: a text, and the layout of its rows. */
export function ListLoading({ children = 'Loading...' }: { readonly children?: ReactNode }) {
  return (
    <>
      <Text c="dimmed" size="sm" px="md" pt={12} role="status">
        {children}
      </Text>
      <Box px="md" pt={4} pb="md" aria-hidden>
        {skeletonLines.map((line) => (
          <div key={line} className={classes.line} />
        ))}
      </Box>
    </>
  )
}

/** Shown instead of an empty list: a drawing, a sentence and a recovery action. */
export function ListEmpty({ children }: { readonly children: ReactNode }) {
  return (
    <Box c="dimmed" ta="center" px="lg" py={56}>
      <IconGift className={classes.drawing} size={44} stroke={1.2} aria-hidden />
      {children}
    </Box>
  )
}

/** Shown when the list failed to load. */
export function ListFailure({
  children,
  onRetry,
}: {
  readonly children: ReactNode
  readonly onRetry: () => void
}) {
  return (
    <Box c="dimmed" ta="center" px="lg" py={56} role="alert">
      <IconPlugConnectedX className={classes.drawing} size={44} stroke={1.2} aria-hidden />
      <Text mb="md">{children}</Text>
      <Button variant="default" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </Box>
  )
}

interface ListStateProps {
  readonly list: UseQueryResult
  /** Before the message of the error: "Error loading imports: ". */
  readonly failed?: string
}

/** Shown while a list loads and when it failed to load; nothing otherwise. */
export function ListState({ list, failed = '' }: ListStateProps) {
  if (list.isPending) return <ListLoading />
  if (!list.isError) return null
  return (
    <ListFailure onRetry={() => void list.refetch()}>
      {failed}
      {listErrorMessage(list.error)}
    </ListFailure>
  )
}

/** The error of a list: the server's message, or a note that it loads when the connection is back. */
export function listErrorMessage(error: Error): string {
  return error instanceof AppError && error.kind === 'offline'
    ? 'This screen needs a connection. It loads automatically once you are back online.'
    : error.message
}

interface SearchFieldProps {
  readonly label: string
  /** The current search. */
  readonly value: string
  /** Called debounced, and at once on Enter and when the field is cleared. */
  readonly onSearch: (text: string) => void
}

const debounceMs = 250

/** The search field of a list; "/" focuses it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  const [requested, setRequested] = useState(value)
  if (shown !== value) {
    setShown(value)
    // The URL changed, for example on Back. This field's request may complete after the next letter.
    if (value !== requested) {
      setRequested(value)
      setTyped(value)
    }
  }

  function ask(text: string) {
    setRequested(text.trim())
    onSearch(text.trim())
  }
  const search = useEffectEvent((text: string) => {
    if (text.trim() !== value) ask(text)
  })
  useEffect(() => {
    const timer = setTimeout(() => search(typed), typed === '' ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  useKeys({
    '/': () => {
      field.current?.focus()
      field.current?.select()
    },
  })

  return (
    <TextInput
      ref={field}
      type="search"
      size="sm"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => setTyped('')} />
      }
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') ask(typed)
      }}
    />
  )
}
