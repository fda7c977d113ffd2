import { expect, test } from 'vitest'

import { withoutUnusedVariables } from './without-unused-variables.ts'

test('variables stay that a property uses, a style attribute, or another variable that is used', () => {
  const css = ':root{--a:1px;--b:var(--a);--c:2px;--d:3px;--e:var(--d)}p{margin:var(--b)}'
  expect(withoutUnusedVariables(css, '<i style="top:var(--c)"></i>')).toBe(
    ':root{--a:1px;--b:var(--a);--c:2px;}p{margin:var(--b)}',
  )
})

test('what the page’s own style elements use stays', () => {
  const html = '<style>:root{--used:var(--deep)}b{color:var(--used)}</style>'
  expect(withoutUnusedVariables(':root{--deep:red;--other:blue}', html)).toBe(':root{--deep:red;}')
})
