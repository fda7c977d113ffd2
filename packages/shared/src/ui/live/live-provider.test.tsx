import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

import { useIsLive } from './live-context.ts'
import { LiveProvider } from './live-provider.tsx'

const seen: string[] = []

afterEach(() => {
  seen.length = 0
})

function Asking() {
  const isLive = useIsLive()
  seen.push(isLive ? 'live' : 'not yet')
  return <p>{isLive ? 'live' : 'not yet'}</p>
}

function NotAsking() {
  seen.push('not asking')
  return <p>the same</p>
}

test('what asks is rendered anew once the page is taken over, nothing else is, and then it is told', async () => {
  const onLive = vi.fn(() => seen.push('told'))
  const page = (
    <LiveProvider onLive={onLive}>
      <Asking />
      <NotAsking />
    </LiveProvider>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  expect(root).toHaveTextContent('not yet')
  seen.length = 0

  const onRecoverableError = vi.fn()
  await act(async () => void hydrateRoot(root, page, { onRecoverableError }))

  expect(root).toHaveTextContent('live')
  expect(seen).toEqual(['not yet', 'not asking', 'live', 'told'])
  expect(onLive).toHaveBeenCalledOnce()
  expect(onRecoverableError).not.toHaveBeenCalled()
})

test('without a provider the page is live', () => {
  expect(renderToString(<Asking />)).toContain('>live<')
})
