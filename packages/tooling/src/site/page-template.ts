import type { PageAssets } from './page-assets.ts'

const headEnd = '</head>'
const startScript = /\n *<script type="module"[^>]* src="([^"]+)"><\/script>/
const stylesheetLink = /\n *<link rel="stylesheet"[^>]*>/g
const firstScript = '<script src="/before-paint.js"'

/**
 * The built document with everything that one page needs: the rules of its first view in place, the whole stylesheets
 * later, since nothing waits for them, and its scripts on their way at once, to be started when the page is painted.
 * @throws when the document does not start as this expects
 */
export function pageTemplate(built: string, { scripts, stylesheets }: PageAssets, css: string): string {
  const late = stylesheets.map(
    (path) => `<link rel="stylesheet" crossorigin href="${path}" media="print" data-late>`,
  )
  const whole = stylesheets.map((path) => `<link rel="stylesheet" href="${path}">`)
  const start = startScript.exec(built)
  if (start === null || !built.includes(firstScript))
    throw new Error('The built document has another beginning')
  const waiting = built
    .replace(start[0], '')
    .replaceAll(stylesheetLink, '')
    .replace(firstScript, `${firstScript} data-start="${start[1]}"`)
  return withHead(waiting, [
    `<style>${css}</style>`,
    ...late,
    `<noscript>${whole.join('')}</noscript>`,
    ...preloads(scripts, waiting),
  ])
}

function preloads(scripts: readonly string[], built: string): readonly string[] {
  return scripts
    .filter((path) => !built.includes(`href="${path}"`))
    .map((path) => `<link rel="modulepreload" crossorigin href="${path}">`)
}

function withHead(built: string, lines: readonly string[]): string {
  return built.replace(headEnd, () => `  ${lines.join('\n    ')}\n  ${headEnd}`)
}
