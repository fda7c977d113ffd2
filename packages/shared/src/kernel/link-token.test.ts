import { expect, test } from 'vitest'

import { authToken, shareKey, sharedBasket, tokenIn } from './link-token.ts'

const kinds = {
  'a private link': ['0f'.repeat(32), undefined],
  'a link of Auth': ['9b'.repeat(28), authToken],
  'a link of Auth with a code verifier': [`pkce_${'9b'.repeat(28)}`, authToken],
  'a shared product': ['Ab-_'.repeat(5) + 'xy', shareKey],
  'a shared basket': ['q1YqzkzPSyxRsoquVkrLz1eyUkpKLFKqBQA', sharedBasket],
} as const

const around: readonly (readonly [string, (token: string) => string])[] = [
  ...[
    '.',
    ')',
    ',',
    ';',
    '>',
    '…',
    ' ',
    '\u200B',
    '\u00A0',
    '\u2060',
    '"',
    '”',
    '!',
    '?)',
    '*',
    '~',
    ']',
    '|',
  ].map((end) => [`${JSON.stringify(end)} after it`, (token: string) => token + end] as const),
  ['angle brackets', (token) => `<${token}>`],
  ['round brackets', (token) => `(${token})`],
  ['quotation marks', (token) => `“${token}”.`],
  ['marks of direction', (token) => `\u200E\u2068${token}\u2069`],
  ['a parameter', (token) => `${token}&fbclid=IwAR0123456789abcdefABCDEF0123456789abcdef_0-9`],
  ['a text', (token) => `${token} is the link`],
  ['a line break within', (token) => `${token.slice(0, 17)}\r\n${token.slice(17)}`],
  ['an invisible character within', (token) => `${token.slice(0, 17)}\u200B${token.slice(17)}`],
]

for (const [kind, [token, form]] of Object.entries(kinds))
  test.each(around)(`%s changes nothing of ${kind}`, (_name, change) => {
    const changed = change(token)
    expect(tokenIn(changed, form)).toBe(token)
    expect(tokenIn(encodeURIComponent(changed), form)).toBe(token)
  })

test.each([
  ['a blank within', (token: string) => `${token.slice(0, 40)} ${token.slice(40)}`],
  ['an underscore on both sides', (token: string) => `_${token}_`],
  ['a cut percent sign', (token: string) => `%E2%80%8B${token}%E2%80`],
])('%s changes nothing of a private link', (_name, change) => {
  expect(tokenIn(change('0f'.repeat(32)))).toBe('0f'.repeat(32))
})

test.each(['0f'.repeat(31), `${'0f'.repeat(32)}0`, `x${'0f'.repeat(32)}`, '', '%00', 'GW-0ABCDEF1'])(
  '%j holds no token, and is answered as it is',
  (text) => {
    expect(tokenIn(text)).toBe(text)
  },
)
