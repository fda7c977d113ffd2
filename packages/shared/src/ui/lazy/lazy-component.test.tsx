import { act, fireEvent, render, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'

import { ThemeProvider } from '../theme-provider.tsx'
import { ErrorBoundary } from '../error-boundary.tsx'
import { ChunkFailure } from './lazy-dialog.tsx'
import { LazyBoundary, type LazyComponent, lazyComponent, loadTimeout } from './lazy-component.tsx'

const Loaded = () => <p>the part</p>
const offline = () => Promise.reject(new TypeError('Failed to fetch'))

function Page({ part: Part }: { part: LazyComponent<object> }) {
  return (
    <ThemeProvider>
      <LazyBoundary
        loading={<p>loading</p>}
        failed={(retry) => <ChunkFailure what="The part" onRetry={retry} />}
      >
        <Part />
      </LazyBoundary>
    </ThemeProvider>
  )
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
})

test('a preloaded component is in the first rendering, and hydrates without a fallback', async () => {
  const part = lazyComponent(() => Promise.resolve(Loaded))
  await part.preload()
  const root = document.createElement('div')
  root.innerHTML = renderToString(<Page part={part} />)
  expect(root).toHaveTextContent('the part')
  const onRecoverableError = vi.fn()
  await act(async () => void hydrateRoot(root, <Page part={part} />, { onRecoverableError }))
  expect(root).toHaveTextContent('the part')
  expect(onRecoverableError).not.toHaveBeenCalled()
})

test('a component that is rendered in two places is loaded once', async () => {
  const load = vi.fn(() => Promise.resolve(Loaded))
  const part = lazyComponent(load)
  render(
    <>
      <Page part={part} />
      <Page part={part} />
    </>,
  )
  expect(screen.getAllByText('loading')).toHaveLength(2)
  expect(await screen.findAllByText('the part')).toHaveLength(2)
  expect(load).toHaveBeenCalledTimes(1)
})

test('a chunk that fails to load shows an error, and is loaded again by a button', async () => {
  const load = vi.fn<() => Promise<typeof Loaded>>(offline)
  render(<Page part={lazyComponent(load)} />)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The part could not be loaded. Please check your connection and try again.',
  )
  expect(load).toHaveBeenCalledTimes(1)
  load.mockResolvedValueOnce(Loaded)
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('the part')).toBeVisible()
})

test('a chunk that failed to load is loaded again when the network is back', async () => {
  const load = vi.fn<() => Promise<typeof Loaded>>(offline)
  render(<Page part={lazyComponent(load)} />)
  await screen.findByRole('alert')
  load.mockResolvedValueOnce(Loaded)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('the part')).toBeVisible()
})

test('a chunk that failed to preload is loaded again when it is rendered', async () => {
  const load = vi.fn<() => Promise<typeof Loaded>>(offline)
  const part = lazyComponent(load)
  await expect(part.preload()).rejects.toThrow('Failed to fetch')
  load.mockResolvedValueOnce(Loaded)
  render(<Page part={part} />)
  expect(await screen.findByText('the part')).toBeVisible()
})

test('a chunk that hangs shows an error after the timeout, and appears on retry once it has arrived', async () => {
  vi.useFakeTimers()
  const { promise, resolve } = Promise.withResolvers<typeof Loaded>()
  render(<Page part={lazyComponent(() => promise)} />)
  await act(async () => vi.advanceTimersByTimeAsync(loadTimeout - 1))
  expect(screen.getByText('loading')).toBeVisible()
  await act(async () => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('alert')).toHaveTextContent('The part could not be loaded.')
  expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
  resolve(Loaded)
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await act(async () => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByText('the part')).toBeVisible()
})

test('a crash of a loaded component reaches the error boundary around it', async () => {
  const Crashing = () => {
    throw new Error('a fault')
  }
  render(
    <ErrorBoundary fallback={<p>crashed</p>}>
      <Page part={lazyComponent(() => Promise.resolve(Crashing))} />
    </ErrorBoundary>,
  )
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible()
})
