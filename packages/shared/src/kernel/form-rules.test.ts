import { expect, test } from 'vitest'

import { imageLocation, optionalVideoAddress, requiredCount, requiredRupees, rupeesOf } from './form-rules.ts'

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

test.each([
  ['500/-', 50_000],
  ['₹500', 50_000],
  ['Rs. 1,245.50/-', 124_550],
  ['INR 99', 9900],
  ['500 Rs', 50_000],
  ['२४५', 24_500],
  ['₹१,२४५.५०', 124_550],
  ['௫௦', 5000],
  ['1,00,000', 10_000_000],
  ['1,99.50', 19_950],
])('money typed as "%s" is %d paise', (typed, paise) => {
  expect(requiredRupees('Price').parse(typed)).toBe(paise)
})

test.each(['5OO', '500-', '- 500', '1.234', '₹', '५ सौ', '245,50', '1,2345'])(
  '"%s" is no amount',
  (typed) => {
    expect(requiredRupees('Price').safeParse(typed).success).toBe(false)
  },
)

test('a count is read in the digits of any Indian script', () => {
  expect(
    ['१,२००', '૧૨૦૦', '১২০০', '1,200'].map((typed) => requiredCount('Quantity', 9999).parse(typed)),
  ).toEqual([1200, 1200, 1200, 1200])
  expect(requiredCount('Quantity', 9999).safeParse('1,50').success).toBe(false)
})

test('every amount of paise is read back from its rupees', () => {
  const rule = requiredRupees('Price')
  const amounts = Array.from({ length: 2000 }, (_, paise) => paise).concat(99_999_999_999)
  expect(amounts.map((paise) => rule.parse(rupeesOf(paise)))).toEqual(amounts)
})
