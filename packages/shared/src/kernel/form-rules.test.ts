import { expect, test } from 'vitest'

import { imageLocation, optionalVideoAddress } from './form-rules.ts'

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
