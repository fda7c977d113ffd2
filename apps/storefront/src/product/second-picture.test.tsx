import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { fakeBackend, someProducts } from '../testing/fake-backend.ts'
import { renderSite } from '../testing/render-site.tsx'

const products = someProducts(3).map((product, index) => ({
  ...product,
  id: `0000000${index}-0000-4000-8000-000000000000`,
  image_url: '/first.webp',
}))

function catalogue() {
  return fakeBackend({
    catalogue: () => ({ total: 3, products, next: null }),
    product: (asked) => {
      const product = products.find(({ id }) => id.replaceAll('-', '').startsWith(asked.get('product') ?? ''))
      const pictures = [{ url: '/second.webp', alt: '', widths: null, colour: null }]
      return product && { ...product, ...(product !== products[2] && { pictures }), similar: [] }
    },
  })
}

const secondPictures = () => document.querySelectorAll('article img[src$="/second.webp"]')

/** The cards, once what follows the pointer is loaded, when the browser is idle. */
async function cardsPointedAt(index: number): Promise<HTMLElement[]> {
  const cards = await screen.findAllByRole('article')
  await waitFor(
    () => {
      fireEvent.pointerOver(cards[index]!, { pointerType: 'mouse' })
      expect(secondPictures()).toHaveLength(1)
    },
    { timeout: 5000 },
  )
  return cards
}

test('the mouse on a card shows the second picture of its product, and its own again afterwards', async () => {
  const { requests } = catalogue()
  renderSite({ path: '/catalogue' })
  expect(requests.filter((request) => request.includes('product_page'))).toEqual([])
  const [first, second, third] = await cardsPointedAt(0)
  expect(first).toContainElement(secondPictures()[0] as HTMLElement)
  fireEvent.pointerOver(second!, { pointerType: 'mouse' })
  expect(secondPictures()).toHaveLength(0)
  await waitFor(() => expect(second).toContainElement(secondPictures()[0] as HTMLElement))
  fireEvent.pointerOver(third!, { pointerType: 'mouse' })
  await waitFor(() => expect(requests.filter((request) => request.includes('product_page'))).toHaveLength(3))
  expect(secondPictures(), 'a product without one').toHaveLength(0)
})

test('a finger changes no card, and a card that shows another product loses the picture of the one before', async () => {
  catalogue()
  renderSite({ path: '/catalogue' })
  const [first, second] = await cardsPointedAt(0)
  fireEvent.pointerOver(second!, { pointerType: 'touch' })
  expect(first).toContainElement(secondPictures()[0] as HTMLElement)
  first!.id = 'another'
  await waitFor(() => expect(secondPictures()).toHaveLength(0))
})
