import { Checkbox, Flex, Group, Kbd, SimpleGrid, Text, Title } from '@mantine/core'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { backOfficeScreens } from './back-office-screens.ts'
import { useKeys, useKeysSwitch } from '../screen/use-keys.ts'

const groups = [
  {
    title: 'Lists',
    keys: [
      { keys: ['n'], does: 'New record' },
      { keys: ['j'], does: 'Next row' },
      { keys: ['k'], does: 'Previous row' },
      { keys: ['x'], does: 'Select the row; with Shift all from the last one' },
      { keys: ['Shift', '↓'], does: 'Select the row and the next one; ↑ the previous one' },
      { keys: ['e'], does: 'Edit or open the row' },
      { keys: ['/'], does: 'Search' },
    ],
  },
  {
    title: 'Everywhere',
    keys: [
      { keys: ['Ctrl', 'K'], does: 'Search or jump to anything' },
      { keys: ['Ctrl', 'Enter'], does: 'Save; for a new record, create it and add another' },
      { keys: ['Esc'], does: 'Close the dialog' },
      { keys: ['?'], does: 'Show the keys' },
    ],
  },
  {
    title: 'Screens',
    keys: backOfficeScreens.map(({ letter, text }) => ({ keys: ['g', letter], does: text })),
  },
]

/** Milliseconds in which a letter follows "g". */
const sequenceMs = 1500

interface BackOfficeKeysProps {
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** The keys of every screen: "g" and a letter open a screen, "?" shows all keys in a dialog. */
export function BackOfficeKeys({ isOpen, onOpen, onClose }: BackOfficeKeysProps) {
  const navigate = useNavigate()
  const [isOn, setOn] = useKeysSwitch()
  /** When "g" was pressed; 0 when a letter has followed. */
  const begun = useRef(0)

  function follow(letter: string, timeStamp: number): boolean {
    const isFollowing = begun.current !== 0 && timeStamp - begun.current < sequenceMs
    begun.current = letter === 'g' && !isFollowing ? timeStamp : 0
    const screen = backOfficeScreens.find((each) => each.letter === letter)
    if (isFollowing && screen !== undefined) void navigate(screen.path)
    return isFollowing || letter === 'g'
  }

  const following = 'abcdefghijklmnopqrstuvwxyz'
    .split('')
    .map((letter) => [letter, ({ timeStamp }: KeyboardEvent) => follow(letter, timeStamp)])
  useKeys({ '?': onOpen, ...Object.fromEntries(following) }, true)

  return (
    <Dialog opened={isOpen} onClose={onClose} title="Keyboard shortcuts" size="720px">
      <SimpleGrid minColWidth={240} autoFlow="auto-fit" spacing={28} verticalSpacing={20}>
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <Title order={3} ff="text" fz="0.9375rem" fw={650} mb={8}>
              {title}
            </Title>
            <dl>
              {keys.map(({ keys: names, does }) => (
                <Group key={does} gap={12} py={4} wrap="nowrap" align="baseline" fz="sm">
                  <Flex component="dt" gap={4} flex="0 0 88px">
                    {names.map((name) => (
                      <Kbd key={name} ff="text" fz="0.8125rem" fw={400} miw={26}>
                        {name}
                      </Kbd>
                    ))}
                  </Flex>
                  <Text component="dd" c="dimmed" size="sm">
                    {does}
                  </Text>
                </Group>
              ))}
            </dl>
          </section>
        ))}
      </SimpleGrid>
      <Checkbox
        mt="lg"
        label="Single keys"
        description="When off, only those with Ctrl and those in dialogs work."
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => setOn(checked)}
      />
    </Dialog>
  )
}
