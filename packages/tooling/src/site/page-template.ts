import type { PageAssets } from './page-assets.ts'

const stylesheetLink = /\n *<link rel="stylesheet"[^>]*>/g
const headEnd = '</head>'

/**
 * The built document with everything that one page needs: its scripts on their way at once, the rules of its first
 * view in place, and the whole stylesheets later, since nothing waits for them.
 */
export function pageTemplate(built: string, { scripts, stylesheets }: PageAssets, css: string): string {
  const late = stylesheets.map(
    (path) => `<link rel="stylesheet" crossorigin href="${path}" media="print" data-late>`,
  )
  const whole = stylesheets.map((path) => `<link rel="stylesheet" href="${path}">`)
  const preloads = scripts
    .filter((path) => !built.includes(`"${path}"`))
    .map((path) => `<link rel="modulepreload" crossorigin href="${path}">`)
  const head = [`<style>${css}</style>`, ...late, `<noscript>${whole.join('')}</noscript>`, ...preloads]
  return built.replaceAll(stylesheetLink, '').replace(headEnd, () => `  ${head.join('\n    ')}\n  ${headEnd}`)
}
