import { expect, test } from 'vitest'

import { imageLocation, optionalVideoAddress, requiredRupees, rupeesOf } from './form-rules.ts'

test.each([
  ['youtube.com/watch?v=abc', 'https://youtube.com/watch?v=abc'],
  [' www.example.com ', 'https://www.example.com'],
  ['example.com:8080/mug', 'https://example.com:8080/mug'],
  ['http://example.com', 'http://example.com'],
  ['/videos/wicker-hamper.mp4', '/videos/wicker-hamper.mp4'],
  ['', null],
])('of the address "%s" %j is saved', (typed, saved) => {
  expect(optionalVideoAddress('Video URL', 'https://example.com/video').parse(typed)).toBe(saved)
})

test.each([
  'javascript:alert(1)',
  '/videos/x.html',
  'mailto:a@example.com',
  'mug',
  'two words.com',
  'data:text/plain,x.y',
])('"%s" is no address', (typed) => {
  expect(optionalVideoAddress('Video URL', 'https://example.com/video').safeParse(typed).success).toBe(false)
  expect(imageLocation('Logo URL').safeParse(typed).success).toBe(false)
})

test('every amount of paise is read back from its rupees', () => {
  const rule = requiredRupees('Price')
  const amounts = Array.from({ length: 2000 }, (_, paise) => paise).concat(99_999_999_999)
  expect(amounts.map((paise) => rule.parse(rupeesOf(paise)))).toEqual(amounts)
})
