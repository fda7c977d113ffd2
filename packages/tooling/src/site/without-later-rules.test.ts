import { expect, test } from 'vitest'

import { withoutLaterRules } from './without-later-rules.ts'

const html = '<nav data-open="false"></nav><button disabled="">Later</button>'

test.each([
  'a:hover{color:red}',
  'a:focus-visible{outline:0}',
  'a:active:where(:not([data-loading])){top:1px}',
  '.button:where([data-loading]){opacity:0}',
  '@media (hover:hover){a:hover{color:red}}',
])('%s waits for the whole stylesheets', (css) => {
  expect(withoutLaterRules(`p{margin:0}${css}b{top:0}`, html)).toBe('p{margin:0}b{top:0}')
})

test.each([
  'a{color:red}',
  'nav[data-open=true]{display:flex}',
  'button:disabled{opacity:.6}',
  '.button:not([data-loading]){opacity:1}',
  ':root[data-mantine-color-scheme=dark]{--ink:#fff}',
  '[data-session] [data-anonymous]{visibility:hidden}',
  '@media (width>=48em){a{color:red}b:first-child{top:0}}',
  '@keyframes grow{from{width:0}50%{width:1px}}',
])('%s can apply at once', (css) => {
  expect(withoutLaterRules(css, `${html}<p data-anonymous>`)).toBe(css)
})

test('a state that no element is in yet has no rules', () => {
  expect(withoutLaterRules('button:disabled{opacity:.6}', '<button>Now</button>')).toBe('')
})
