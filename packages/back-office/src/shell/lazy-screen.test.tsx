import { fireEvent, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { lazyScreen } from './back-office-screens.tsx'

const Themes = () => <h1>The themes</h1>
const cannotLoad = (): Promise<typeof Themes> =>
  Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

test('a screen shows "Loading..." while its chunk loads, and sets the document title', () => {
  const { Screen } = lazyScreen('Themes', () => new Promise(() => {}))
  renderAdmin(<Screen />)
  expect(screen.getByRole('status')).toHaveTextContent('Loading...')
  expect(document.title).toBe('Themes · Giftwell')
})

test('a preloaded screen is shown at once, and is loaded once for all visits', async () => {
  const load = vi.fn(() => Promise.resolve(Themes))
  const code = lazyScreen('Themes', load)
  await code.preload()
  const seen: string[] = []
  function Watching() {
    useEffect(() => void seen.push(document.body.textContent))
    return <code.Screen />
  }
  renderAdmin(<Watching />).unmount()
  renderAdmin(<code.Screen />)
  expect(screen.getByRole('heading', { name: 'The themes' })).toBeVisible()
  expect(seen[0]).toContain('The themes')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a screen whose chunk fails to load says so, and a button loads it again', async () => {
  const load = vi.fn(cannotLoad)
  const { Screen } = lazyScreen('Themes', load)
  const { user } = renderAdmin(<Screen />)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This screen could not be loaded. Please check your connection and try again.',
  )
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  load.mockResolvedValue(Themes)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'The themes' })).toBeVisible()
})

test('a screen whose chunk failed to load is loaded again when the network is back', async () => {
  const load = vi.fn(cannotLoad)
  const { Screen } = lazyScreen('Themes', load)
  renderAdmin(<Screen />)
  await screen.findByRole('alert')
  load.mockResolvedValue(Themes)
  fireEvent(window, new Event('online'))
  expect(await screen.findByRole('heading', { name: 'The themes' })).toBeVisible()
})
