import {
  Button as MantineButton,
  CloseButton as MantineCloseButton,
  Loader as MantineLoader,
  MantineProvider,
} from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'

import { CloseButton } from './close-button.tsx'
import { Button, Loader } from './plain-controls.tsx'
import { theme } from './theme.ts'

/** The rendered HTML, as on the public pages. */
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

test.each(looks)('a button with %o is what Mantine renders', (look) => {
  expect(rendered(<Button {...look}>Words</Button>)).toEqual(
    rendered(<MantineButton {...look}>Words</MantineButton>),
  )
})

test('so is a link that looks like a button', () => {
  const link = { component: 'a', href: '/catalogue', size: 'md' } as const
  expect(rendered(<Button {...link}>Words</Button>)).toEqual(
    rendered(<MantineButton {...link}>Words</MantineButton>),
  )
})

test('so are a button that closes, and what turns', () => {
  expect(rendered(<CloseButton size="sm" aria-label="Remove" />)).toEqual(
    rendered(<MantineCloseButton size="sm" aria-label="Remove" />),
  )
  expect(rendered(<CloseButton className="own" aria-label="Remove" />)).toEqual(
    rendered(<MantineCloseButton className="own" aria-label="Remove" />),
  )
  expect(rendered(<Loader color="var(--mantine-color-marigold-filled)" aria-hidden />)).toEqual(
    rendered(<MantineLoader color="marigold" aria-hidden />),
  )
})
