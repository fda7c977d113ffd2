import { expect, test } from 'vitest'

import { withoutUnused } from './prerender-site.ts'

test.each([
  [
    'a rule for a pointer, a press or paper',
    'a:hover{color:red}b:active{top:1px}@media print{a{color:#000}}',
  ],
  ['a rule for an attribute that no element has', '.button:where([data-loading]){opacity:.2}'],
  ['a transition and a cursor', 'a{transition:color 1s;cursor:pointer}'],
  ['a variable that nothing uses, and what it alone uses', ':root{--a:var(--b);--b:1px}'],
  ['a generated element that is transparent', 'a:before{content:"";opacity:0}a:focus:before{color:red}'],
  ['an animation that nothing has', '@keyframes turn{to{rotate:1turn}}'],
])('critical CSS leaves out %s', (_, css) => {
  expect(withoutUnused(css, '<a class="button">')).toBe('')
})

test.each([
  ['one selector of several', 'a,a:hover{color:red}', 'a{color:red}'],
  ['a variable that another needs', ':root{--a:var(--b);--b:1px}a{top:var(--a)}'],
  ['a variable that an element needs', ':root{--c:red}'],
  [
    'an attribute that an element has, and one that it must not have',
    '[data-open]:not([data-none]){top:1px}',
  ],
  ['what a stored session changes before the page is painted', '[data-session] p{visibility:hidden}'],
  ['a generated element in each of its states', 'a:before{content:""}a:checked:before{scale:1}'],
  ['an animation', '.a{animation:1s turn}@keyframes turn{to{rotate:1turn}}'],
])('critical CSS keeps %s', (_, css, kept = css) => {
  expect(withoutUnused(css, '<a data-open style="color:var(--c)">')).toBe(kept)
})
