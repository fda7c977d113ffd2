import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { Description, plainDescription } from './description.tsx'

const htmlOf = (text: string) => render(<Description text={text} />).container.innerHTML

test.each([
  ['one\ntwo\n\nthree', '<p>one\ntwo</p><p>three</p>'],
  ['Has:\n- a\n* b\n\n• c', '<p>Has:</p><ul><li>a</li><li>b</li><li>c</li></ul>'],
  ['3. a\n4) b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['**bold** and *thin* and _thin_', '<p><strong>bold</strong> and <em>thin</em> and <em>thin</em></p>'],
  ['**bold and _both_**', '<p><strong>bold and <em>both</em></strong></p>'],
])('%j is rendered as %s', (text, html) => {
  expect(htmlOf(text)).toBe(html)
})

test.each([
  '10*12*15 cm',
  '5 * 3 * 2',
  'snake_case_name',
  '**open',
  '*',
  '# heading',
  '[link](https://a.example)',
  '![picture](x.png)',
  '-5 °C',
])('%j is plain text', (text) => {
  expect(htmlOf(text)).toBe(`<p>${text}</p>`)
})

/** Numbers that are the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

const pieces = [
  ...Array.from('*_-1. \n\t<>&"\'/\\`[](){}!|~#😀à', (sign) => sign),
  '**',
  '__',
  '\r\n',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '&lt;b&gt;',
  '[a](javascript:alert(1))',
]

test('no text makes an element beyond paragraphs, lists and emphasis, nor loses a letter', () => {
  const random = createRandom(7)
  const texts = Array.from({ length: 500 }, () =>
    Array.from({ length: random(60) }, () => pieces[random(pieces.length)]).join(''),
  )
  const letters = (from: string) => from.replaceAll(/[^a-z]/g, '')
  for (const text of texts) {
    const html = renderToStaticMarkup(<Description text={text} />)
    const others = html.replaceAll(/<(\/?(p|ul|ol|li|strong|em)|ol start="\d+")>/g, '')
    expect(others).not.toMatch(/[<>]/)
    const plain = others.replaceAll(/&(lt|gt|amp|quot|#x27);/g, (escaped) => (escaped === '&amp;' ? '&' : ''))
    expect(letters(plain), text).toBe(letters(text))
  }
})

// Where the steps grew with the square of the length, this would take minutes.
test('a hundred times the longest description, all of it marks, is read at once', () => {
  for (const piece of [
    '*',
    '**',
    '_',
    '*a',
    '**a',
    '_a',
    '*_',
    'a*',
    '**a*b',
    '- *',
    '1. _',
    '* ',
    '*a_b',
    '- *\n',
  ])
    expect(plainDescription(piece.repeat(200_000 / piece.length), 10)).not.toBe('')
})

test('a description for search engines has no marks and ends after a word', () => {
  expect(plainDescription('A **bold _mug_**.\n\n- one\n- two', 100)).toBe('A bold mug. one two')
  expect(plainDescription('one two three', 9)).toBe('one two…')
})
