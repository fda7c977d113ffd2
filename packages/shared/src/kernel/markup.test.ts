import { expect, test } from 'vitest'

import { hasMarkup, textOfMarkup } from './markup.ts'

test.each([
  ['Mug &amp; Spoon &#8211; 11&#8243;', 'Mug & Spoon – 11″'],
  ['Two cups.<br>One tray.&nbsp;Box.', 'Two cups.\nOne tray. Box.'],
  [
    '<p>Steel <strong>mug </strong>with <em>spoon</em>.</p>\n<ul>\n<li>350 ml</li><li>Box &amp; card</li></ul>',
    'Steel **mug** with *spoon*.\n\n- 350 ml\n- Box & card',
  ],
  ['<ol><li>One</li><li>Two</li></ol><p>End</p>', '1. One\n2. Two\n\nEnd'],
  ['<b></b>Plain<script>alert(1)</script><style>p{}</style>', 'Plain'],
  ['<p>Of 5 * 3 * 2 <b> cm</b></p>', 'Of 5 * 3 * 2 **cm**'],
  ['<b>over<br>lines</b>', 'over\nlines'],
  ['One_x000D_\nTwo &lt;3', 'One\nTwo <3'],
])('the markup of "%s" becomes Markdown', (cell, text) => {
  expect(hasMarkup(cell)).toBe(true)
  expect(textOfMarkup(cell)).toBe(text)
})

test('a name has no marks', () => {
  expect(textOfMarkup('<b>Best</b> mug', false)).toBe('Best mug')
})

test.each(['R&D', '5 < 6 > 4', 'a <mug>', 'Black & White', '100 & above; 5'])('"%s" has no markup', (cell) =>
  expect(hasMarkup(cell)).toBe(false),
)

test.each([
  ['no-break spaces', '\u00a0'.repeat(100_000)],
  ['cells', '<td>'.repeat(100_000)],
  ['blanks in bold type', `<b>${'&nbsp;'.repeat(20_000)}<br>`],
  ['line breaks', '<br>'.repeat(100_000)],
])('the time for a row of %s grows with its length alone', (_, row) => {
  const milliseconds = (html: string) => {
    const start = performance.now()
    textOfMarkup(html)
    return performance.now() - start
  }
  const short = milliseconds(`<p>x${row.slice(0, row.length / 10)}x`)
  expect(milliseconds(`<p>x${row}x`)).toBeLessThan(40 * short + 200)
})
