import type { PageAssets } from './page-assets.ts'

const headEnd = '</head>'
const startScript = /\n *<script type="module"[^>]* src="([^"]+)"><\/script>/
const builtLinks = /\n *<link rel="(?:stylesheet|modulepreload)"[^>]*>/g
/** The one that stands in the document (`first-script.ts`). */
const firstScript = '<script>'

/**
 * The built document with everything that one page needs: the rules of its first view in place, and its scripts and
 * whole stylesheets named for the first script, which fetches them once the page is painted: until then they would take
 * the network from the fonts and the first picture.
 * @throws when the document does not start as this expects
 */
export function pageTemplate(built: string, { scripts, stylesheets }: PageAssets, css: string): string {
  const start = startScript.exec(built)
  if (start === null || built.split(firstScript).length !== 2)
    throw new Error('The built document begins in another way')
  const lines = [
    `<style>${css}</style>`,
    ...stylesheets.map((path) => `<link data-rel="stylesheet" crossorigin href="${path}">`),
    ...scripts.map((path) => `<link data-rel="modulepreload" crossorigin href="${path}">`),
    `<noscript>${stylesheets.map((path) => `<link rel="stylesheet" href="${path}">`).join('')}</noscript>`,
  ]
  return built
    .replace(start[0], '')
    .replaceAll(builtLinks, '')
    .replace(firstScript, `<script data-start="${start[1]}">`)
    .replace(headEnd, () => `  ${lines.join('\n    ')}\n  ${headEnd}`)
}
