import { expect, test } from 'vitest'

import { playableVideo } from './video.ts'

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0'

test.each([
  ['/videos/teal-stethoscope.mp4', 'file', '/videos/teal-stethoscope.mp4'],
  ['https://cdn.example/a.webm?x=1', 'file', 'https://cdn.example/a.webm?x=1'],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'frame', youtube],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'frame', youtube],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'frame', youtube],
  ['https://vimeo.com/76979871', 'frame', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  [
    'https://vimeo.com/76979871/8272103f6e',
    'frame',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e',
  ],
])('%s is played as a %s', (address, kind, url) => {
  expect(playableVideo(address)).toEqual({ kind, url })
})

test.each([
  'https://videos.example/watch',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="><script>',
  'https://www.youtube.com/channel/x',
  'https://vimeo.com/about',
  'javascript:alert(1)//.mp4',
  'not an address.mp4x',
])('%s is not played in the page', (address) => {
  expect(playableVideo(address)).toBeNull()
})
