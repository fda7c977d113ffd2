import { expect, test } from 'vitest'

import { mailOf } from './answers.tsx'

const texts = { from: '', message: '', neededBy: '', deliveryCity: '' }
const item = (index: number) => ({
  id: `${index}`,
  quantity: 1400,
  note: '',
  answer: 'yes' as const,
  comment: 'Very good',
})

test('an e-mail names the answered products, and of a long answer as many as fit', () => {
  const items = Array.from({ length: 50 }, (_none, index) => item(index))
  const names = new Map(items.map(({ id }) => [id, `Product ${id}`]))
  const short = new URL(
    mailOf({ ...texts, from: 'Boss', items: [...items.slice(0, 2), { ...item(7), id: 'x' }] }, names),
  )
  expect(short.searchParams.get('subject')).toBe('About the gifts that you shared, from Boss')
  expect(short.searchParams.get('body')).toBe(
    'Looks good: Product 0 (1,400). Very good\r\nLooks good: Product 1 (1,400). Very good',
  )
  const long = mailOf({ ...texts, items }, names)
  expect(long.length).toBeLessThanOrEqual(1900)
  expect(new URL(long).searchParams.get('body')).toMatch(/Very good\r\nand \d+ more$/)
})
