import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { expect, test } from 'vitest'

import { BasketContext, createBasketStore } from './basket.ts'
import { useFreshKeys } from './basket-products.ts'

const mug = { id: 'mug', name: 'Mug', imageUrl: null }

test('a product of the basket gets its key from every later answer about it, and others stay out', () => {
  window.localStorage.clear()
  const store = createBasketStore()
  store.add(mug)
  const client = new QueryClient()
  const page = (key: string) => ({
    pages: [
      { products: [] },
      {
        products: [
          { id: 'mug', key },
          { id: 'pen', key },
        ],
      },
    ],
  })
  client.setQueryData(['catalogue'], page('first'))
  renderHook(() => useFreshKeys(), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <BasketContext value={store}>{children}</BasketContext>
      </QueryClientProvider>
    ),
  })
  expect(store.get()).toEqual([{ ...mug, key: 'first' }])
  for (const [name, answer] of Object.entries({
    list: [{ id: 'mug', key: 'list' }],
    product: { id: 'mug', key: 'product' },
    shortlist: new Map([['mug', { id: 'mug', key: 'shortlist' }]]),
    catalogue: page('catalogue'),
  })) {
    act(() => void client.setQueryData([name], answer))
    expect(store.get()).toEqual([{ ...mug, key: name }])
  }
  act(() => void client.setQueryData(['other'], { id: 'mug' }))
  expect(store.get()).toEqual([{ ...mug, key: 'catalogue' }])
})
