import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { lateCode, type LateCode, loadAhead, longestLoad } from './late-code.ts'
import { NotLoaded } from './not-loaded.tsx'
import { LookFrame } from '../../app/app-frame.tsx'
import { useLateCode } from './use-late-code.ts'

function Part({ late, isWanted = true }: { late: LateCode<string>; isWanted?: boolean }) {
  const { code, hasFailed, tryAgain } = useLateCode(late, isWanted)
  if (hasFailed) return <NotLoaded what="The part" onTryAgain={tryAgain} />
  return <p>{code ?? 'on its way'}</p>
}

const withoutNetwork = () => Promise.reject(new TypeError('Failed to fetch'))

afterEach(() => {
  vi.restoreAllMocks()
})

test('code that was loaded ahead is there in the first rendering', async () => {
  const late = lateCode(() => Promise.resolve('the part'))
  await late.load()
  render(<Part late={late} />)
  expect(screen.getByText('the part')).toBeVisible()
})

test('code that nobody wants yet is not loaded', () => {
  const load = vi.fn(() => Promise.resolve('the part'))
  const late = lateCode(load)
  render(<Part late={late} isWanted={false} />)
  expect(load).not.toHaveBeenCalled()
})

test('code that is wanted in two places is loaded once', async () => {
  const load = vi.fn(() => Promise.resolve('the part'))
  const late = lateCode(load)
  render(
    <>
      <Part late={late} />
      <Part late={late} />
    </>,
  )
  expect(await screen.findAllByText('the part')).toHaveLength(2)
  expect(load).toHaveBeenCalledTimes(1)
})

test('code that does not come is said to be missing, and is loaded again by a press', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<string>>(withoutNetwork)
  const late = lateCode(load)
  render(
    <LookFrame>
      <Part late={late} />
    </LookFrame>,
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The part could not be loaded. Please check your connection and try again.',
  )
  load.mockResolvedValueOnce('the part')
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('the part')).toBeVisible()
})

test('code that does not come is loaded again once the network is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const load = vi.fn<() => Promise<string>>(withoutNetwork)
  render(
    <LookFrame>
      <Part late={lateCode(load)} />
    </LookFrame>,
  )
  await screen.findByRole('alert')
  load.mockResolvedValueOnce('the part')
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('the part')).toBeVisible()
})

test('code that could not be loaded ahead is tried again when it is wanted', async () => {
  const load = vi.fn<() => Promise<string>>(withoutNetwork)
  const late = lateCode(load)
  loadAhead(late)
  await expect(late.load()).rejects.toThrow('Failed to fetch')
  expect(load).toHaveBeenCalledTimes(1)
  load.mockResolvedValueOnce('the part')
  render(<Part late={late} />)
  expect(await screen.findByText('the part')).toBeVisible()
})

test('code that hangs is given up on, said, and there at the next try when it has come after all', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  const { promise, resolve } = Promise.withResolvers<string>()
  const late = lateCode(() => promise)
  render(
    <LookFrame>
      <Part late={late} />
    </LookFrame>,
  )
  await act(async () => vi.advanceTimersByTimeAsync(longestLoad - 1))
  expect(screen.getByText('on its way')).toBeVisible()
  await act(async () => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('alert')).toHaveTextContent('The part could not be loaded.')
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
  resolve('the part')
  await act(async () => vi.advanceTimersByTimeAsync(0))
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await act(async () => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText('the part')).toBeVisible()
  vi.useRealTimers()
})
