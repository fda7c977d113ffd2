import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useCallback, useId } from 'react'
import { useLocation } from 'react-router-dom'

interface PartProps {
  readonly title: string
  /** Beside the title. */
  readonly more?: ReactNode
  /** Scrolls to it where the address ends with it. */
  readonly anchor?: string
  readonly children: ReactNode
}

/** A part of a page, in a frame under its title. */
export function Part({ title, more, anchor, children }: PartProps) {
  const id = useId()
  const { hash } = useLocation()
  const scroll = useCallback(
    (part: HTMLElement | null) => {
      if (anchor !== undefined && hash === `#${anchor}`) part?.scrollIntoView()
    },
    [anchor, hash],
  )
  return (
    <Paper component="section" ref={scroll} withBorder radius="lg" p={20} aria-labelledby={id}>
      <Group justify="space-between" mb={10}>
        <Title order={2} id={id} ff="text" fz="1.0625rem" fw={650}>
          {title}
        </Title>
        {more}
      </Group>
      {children}
    </Paper>
  )
}
