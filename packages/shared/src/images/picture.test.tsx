import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { Picture } from './picture.tsx'

const address = 'https://gifts.test/storage/v1/object/public/product-images/7.webp'
const shown = {
  address,
  sizes: '50vw',
  width: 480,
  height: 360,
  children: (reason: string) => <p>{reason}</p>,
}
const picture = () => screen.getByRole<HTMLImageElement>('presentation')

test('a picture has a srcset, and its box and colour from the start', () => {
  render(<Picture {...shown} widths={[320, 480, 960, 1600]} colour="#8a9bac" />)
  expect(picture()).toHaveAttribute(
    'srcset',
    [320, 480, 960].map((width) => `${address.replace('.webp', '')}-${width}.webp ${width}w`).join(', '),
  )
  expect(picture()).toHaveAttribute('sizes', '50vw')
  expect(picture()).toHaveAttribute('src', address)
  expect(picture()).toHaveAttribute('width', '480')
  expect(picture()).toHaveAttribute('height', '360')
  expect(picture()).toHaveStyle({ backgroundColor: '#8a9bac' })
  expect(picture()).toHaveAttribute('decoding', 'async')
})

test('a picture without sizes is shown as it is', () => {
  render(<Picture {...shown} widths={null} colour={null} />)
  expect(picture()).not.toHaveAttribute('srcset')
  expect(picture()).not.toHaveAttribute('sizes')
  expect(picture()).not.toHaveAttribute('style')
  expect(picture()).toHaveAttribute('src', address)
})

test('an urgent picture loads eagerly with high priority, others lazily', () => {
  const { rerender } = render(<Picture {...shown} isUrgent />)
  expect(picture()).toHaveAttribute('loading', 'eager')
  expect(picture()).toHaveAttribute('fetchpriority', 'high')
  rerender(<Picture {...shown} />)
  expect(picture()).toHaveAttribute('loading', 'lazy')
  expect(picture()).toHaveAttribute('fetchpriority', 'auto')
})

test('the loading attributes come before the source', () => {
  render(<Picture {...shown} widths={[320, 480]} />)
  const names = picture().getAttributeNames()
  for (const name of ['loading', 'fetchpriority', 'sizes']) {
    expect(names.indexOf(name)).toBeLessThan(names.indexOf('srcset'))
  }
  expect(names.indexOf('srcset')).toBeLessThan(names.indexOf('src'))
})

test('a missing size falls back to the whole picture, and a missing picture to the placeholder', () => {
  render(<Picture {...shown} widths={[320, 480]} />)
  fireEvent.error(picture())
  expect(picture()).not.toHaveAttribute('srcset')
  fireEvent.error(picture())
  expect(screen.queryByRole('presentation')).toBeNull()
  expect(screen.getByText('broken')).toBeVisible()
})

test('a new address is loaded after a failure', () => {
  const { rerender } = render(<Picture {...shown} />)
  fireEvent.error(picture())
  rerender(<Picture {...shown} address="https://gifts.test/8.webp" />)
  expect(picture()).toHaveAttribute('src', 'https://gifts.test/8.webp')
  rerender(<Picture {...shown} />)
  expect(picture(), 'the one that failed, once it comes back').toHaveAttribute('src', address)
  rerender(<Picture {...shown} address={null} />)
  expect(screen.getByText('missing')).toBeVisible()
})

test('a new address reuses the element if it is cached, and otherwise replaces it', () => {
  const { rerender } = render(<Picture {...shown} />)
  const first = picture()
  const isThere = vi.spyOn(first, 'complete', 'get').mockReturnValue(true)
  rerender(<Picture {...shown} address="https://gifts.test/8.webp" />)
  expect(picture()).toBe(first)
  isThere.mockReturnValue(false)
  rerender(<Picture {...shown} address="https://gifts.test/8.webp" colour="#8a9bac" />)
  expect(picture(), 'the same picture while it loads').toBe(first)
  rerender(<Picture {...shown} address="https://gifts.test/9.webp" />)
  expect(picture()).not.toBe(first)
  expect(picture()).toHaveAttribute('src', 'https://gifts.test/9.webp')
})
