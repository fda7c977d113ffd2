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
