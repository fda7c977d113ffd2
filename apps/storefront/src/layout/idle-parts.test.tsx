import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderSite } from '../testing/render-site.tsx'

const sentence = 'No connection to Giftwell. Your choices and entries are not lost.'

test('a line says that there is no connection, until there is one', async () => {
  const send = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', send)
  renderSite({ path: '/' })
  expect(await screen.findByText(sentence)).toBeVisible()
  send.mockImplementation(() => Promise.resolve(Response.json([])))
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
})
