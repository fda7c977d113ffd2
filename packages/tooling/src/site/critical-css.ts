import Beasties from 'beasties'

import { withoutLaterRules } from './without-later-rules.ts'
import { withoutUnusedVariables } from './without-unused-variables.ts'

export interface CriticalCssOptions {
  /** The built website. */
  readonly folder: string
  /** Paths of the stylesheets on the website, in their order. */
  readonly stylesheets: readonly string[]
  /** What the page shows, in every state that its first view may have. */
  readonly html: string
}

/** Of the stylesheets the rules that the elements of some HTML need, in either colour scheme. */
export async function criticalCss(options: CriticalCssOptions): Promise<string> {
  const { folder, stylesheets, html } = options
  const beasties = new Beasties({
    path: folder,
    publicPath: '/',
    pruneSource: false,
    reduceInlineStyles: false,
    mergeStylesheets: false,
    inlineFonts: false,
    preloadFonts: false,
    // Those of the root are about what no element of the HTML shows: the scheme that the browser is asked for.
    allowRules: [/^:root/, /^:host/, /^\[data-session\]/],
    logLevel: 'silent',
  })
  const links = stylesheets.map((path) => `<link rel="stylesheet" href="${path}">`).join('')
  const both = `<div>${html}</div><div data-mantine-color-scheme="dark">${html}</div>`
  const done = await beasties.process(
    `<!doctype html><html data-mantine-color-scheme="light"><head>${links}</head><body>${both}</body></html>`,
  )
  const head = done.slice(0, done.indexOf('</head>'))
  const rules = [...head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map((match) => match[1] ?? '')
  if (rules.length === 0) throw new Error('None of the stylesheets has a rule for the page')
  return withoutUnusedVariables(withoutLaterRules(rules.join(''), html), html)
}
