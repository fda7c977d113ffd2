import {
  Button as MantineButton,
  CloseButton as MantineCloseButton,
  Loader as MantineLoader,
  MantineProvider,
} from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'

import { Button, CloseButton, Loader } from './plain-controls.tsx'
import { theme } from './theme.ts'

/** What is rendered, as it is on the public pages. */
function rendered(part: ReactNode): HTMLElement {
  const { container } = render(
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
      env="test"
    >
      {part}
    </MantineProvider>,
  )
  for (const style of container.querySelectorAll('style')) style.remove()
  return container
}

const looks = [
  {},
  { size: 'sm' },
  { size: 'md', className: 'own' },
  { size: 'compact-sm', variant: 'default' },
  { size: 'compact-md', color: 'marigold.5' },
  { variant: 'filled', color: 'brick' },
  { variant: 'default', leftSection: <i /> },
  { variant: 'subtle', style: { height: 44 } },
  { variant: 'subtle', color: 'brick', type: 'submit' },
  { disabled: true },
  { loading: true, size: 'md' },
  { 'aria-label': 'Sign in', 'data-block': true },
] as const

/** Fails with both texts, of which the order of the attributes does not count. */
function expectSame(plain: ReactNode, mantine: ReactNode) {
  const [one, other] = [rendered(plain), rendered(mantine)]
  expect(one.isEqualNode(other), `${one.innerHTML}\n${other.innerHTML}`).toBe(true)
}

test.each(looks)('a button with %o is what Mantine renders', (look) => {
  expectSame(<Button {...look}>Words</Button>, <MantineButton {...look}>Words</MantineButton>)
})

test('so is a link that looks like a button', () => {
  const link = { component: 'a', href: '/catalogue', size: 'md' } as const
  expectSame(<Button {...link}>Words</Button>, <MantineButton {...link}>Words</MantineButton>)
})

test('so are a button that closes, and what turns', () => {
  expectSame(
    <CloseButton size="sm" aria-label="Remove" />,
    <MantineCloseButton size="sm" aria-label="Remove" />,
  )
  expectSame(
    <CloseButton className="own" aria-label="Remove" />,
    <MantineCloseButton className="own" aria-label="Remove" />,
  )
  expectSame(
    <Loader color="var(--mantine-color-marigold-filled)" aria-hidden />,
    <MantineLoader color="marigold" aria-hidden />,
  )
})
