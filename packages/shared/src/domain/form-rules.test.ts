import { expect, test } from 'vitest'

import { imageLocation, optionalWebAddress } from './form-rules.ts'

test.each([
  ['youtube.com/watch?v=abc', 'https://youtube.com/watch?v=abc'],
  [' www.example.com ', 'https://www.example.com'],
  ['example.com:8080/mug', 'https://example.com:8080/mug'],
  ['http://example.com', 'http://example.com'],
  ['', null],
])('of the address "%s" %j is saved', (typed, saved) => {
  expect(optionalWebAddress('Video URL', 'https://example.com/video').parse(typed)).toBe(saved)
})

test.each(['javascript:alert(1)', 'mailto:a@example.com', 'mug', 'two words.com', 'data:text/plain,x.y'])(
  '"%s" is no address',
  (typed) => {
    expect(optionalWebAddress('Video URL', 'https://example.com/video').safeParse(typed).success).toBe(false)
    expect(imageLocation('Logo URL').safeParse(typed).success).toBe(false)
  },
)
