import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { apiError, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { DemoCard } from './demo-card.tsx'

/** A demo of so many products and a theme, from which each call takes at most 100 records. */
function openDemo(products: number, fails: () => boolean = () => false) {
  const demo = { products, themes: 1, removedAt: null as string | null }
  const { requests } = fakeApi(({ path }) => {
    if (path === '/rest/v1/rpc/demo_summary') {
      const removable = Object.fromEntries(
        Object.entries({ products: demo.products, themes: demo.themes }).filter(([, count]) => count > 0),
      )
      return Response.json({ removable, changed_products: 2, removed_at: demo.removedAt })
    }
    if (path === '/rest/v1/rpc/remove_demo') {
      if (fails()) return apiError('57014', 'The request took too long and was ended.', 503)
      const table = demo.products > 0 ? 'products' : 'themes'
      const deleted = Math.min(100, demo[table])
      demo[table] -= deleted
      demo.removedAt = '2026-11-20T10:00:00Z'
      return Response.json({ entity: table, deleted })
    }
    if (path === '/rest/v1/rpc/restore_demo') {
      const restored = demo.removedAt === null ? 0 : 1
      demo.removedAt = null
      demo.products += restored
      return Response.json({ restored })
    }
    return undefined
  })
  const view = renderAdmin(<DemoCard />)
  const calls = (name: string) => requests.filter(({ path }) => path.endsWith(name)).length
  return { ...view, calls }
}

test('the demo goes in parts after its numbers were confirmed, and can be brought back', async () => {
  const { user, calls } = openDemo(210)
  await user.click(await screen.findByRole('button', { name: 'Remove the demo' }))
  const dialog = screen.getByRole('dialog', { name: 'Remove the demo' })
  expect(dialog).toHaveTextContent(
    '210 products and 1 theme are removed. 2 products of the demo that you have',
  )
  await user.click(screen.getByRole('button', { name: 'Remove 211 records' }))
  await user.click(await screen.findByRole('button', { name: 'Undo the removal' }))
  // Three of products, one of the theme, and one that finds nothing.
  expect(calls('remove_demo')).toBe(5)
  await waitFor(() => expect(calls('restore_demo')).toBe(2))
  expect(await screen.findByText(/^1 product came with Giftwell/)).toBeVisible()
})

test('a part that fails says why, and the next press goes on', async () => {
  let isDown = true
  const { user } = openDemo(600, () => isDown)
  await user.click(await screen.findByRole('button', { name: 'Remove the demo' }))
  await user.click(screen.getByRole('button', { name: 'Remove 601 records' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('press the button again to continue')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Remove the demo' }))
  await user.click(screen.getByRole('button', { name: 'Remove 601 records' }))
  expect(await screen.findByText(/^Removed:/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove the demo' })).toBeNull()
})
