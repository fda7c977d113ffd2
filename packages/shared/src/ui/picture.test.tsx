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

test('a picture is there in sizes to choose from, in its place and colour from the start', () => {
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

test('what is on screen from the start loads first, everything else when it comes near', () => {
  const { rerender } = render(<Picture {...shown} isUrgent />)
  expect(picture()).toHaveAttribute('loading', 'eager')
  expect(picture()).toHaveAttribute('fetchpriority', 'high')
  rerender(<Picture {...shown} />)
  expect(picture()).toHaveAttribute('loading', 'lazy')
  expect(picture()).toHaveAttribute('fetchpriority', 'auto')
})

test('the address comes after how to load it', () => {
  render(<Picture {...shown} widths={[320, 480]} />)
  const names = picture().getAttributeNames()
  for (const name of ['loading', 'fetchpriority', 'sizes']) {
    expect(names.indexOf(name)).toBeLessThan(names.indexOf('srcset'))
  }
  expect(names.indexOf('srcset')).toBeLessThan(names.indexOf('src'))
})

test('a size that is gone gives way to the picture itself, and that to something else', () => {
  render(<Picture {...shown} widths={[320, 480]} />)
  fireEvent.error(picture())
  expect(picture()).not.toHaveAttribute('srcset')
  fireEvent.error(picture())
  expect(screen.queryByRole('presentation')).toBeNull()
  expect(screen.getByText('broken')).toBeVisible()
})

test('another picture is tried anew, and none is missing', () => {
  const { rerender } = render(<Picture {...shown} />)
  fireEvent.error(picture())
  rerender(<Picture {...shown} address="https://gifts.test/8.webp" />)
  expect(picture()).toHaveAttribute('src', 'https://gifts.test/8.webp')
  rerender(<Picture {...shown} />)
  expect(picture(), 'the one that failed, once it comes back').toHaveAttribute('src', address)
  rerender(<Picture {...shown} address={null} />)
  expect(screen.getByText('missing')).toBeVisible()
})

test('another picture takes the element of the one before if the browser has it, and a new one if it has not', () => {
  const { rerender } = render(<Picture {...shown} />)
  const first = picture()
  const isThere = vi.spyOn(first, 'complete', 'get').mockReturnValue(true)
  rerender(<Picture {...shown} address="https://gifts.test/8.webp" />)
  expect(picture()).toBe(first)
  isThere.mockReturnValue(false)
  rerender(<Picture {...shown} address="https://gifts.test/8.webp" colour="#8a9bac" />)
  expect(picture(), 'the same picture on its way').toBe(first)
  rerender(<Picture {...shown} address="https://gifts.test/9.webp" />)
  expect(picture()).not.toBe(first)
  expect(picture()).toHaveAttribute('src', 'https://gifts.test/9.webp')
})
