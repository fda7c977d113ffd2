import { siteColours, siteColoursId } from '@giftwell/shared/ui/site-colours.ts'
import { brand, type SiteDetails } from '@giftwell/shared/kernel/brand.ts'
import { type RenderedPage, renderedPageId } from '../page/rendered-page.ts'

const opening = '<div id="root">'
const closing = '</div>'

/**
 * Puts a rendered page into the built document: what belongs to the head there, the rest in the place of the words
 * that wait for the scripts, and beside it what the page was rendered with.
 * @param site what its owner has set
 * @param html the page in its root element, after what React hoists into the head
 * @throws when the document is not the one that this code belongs to
 */
export function fillDocument(
  template: string,
  html: string,
  page: RenderedPage,
  site: SiteDetails = {},
): string {
  const start = html.indexOf(opening)
  if (start === -1 || !html.endsWith(closing)) throw new Error('The page was not rendered into its root')
  const css = siteColours(site)
  const head = html.slice(0, start) + (css && `<style id="${siteColoursId}">${css}</style>`)
  // Written so that no text in it can end the element.
  const facts = JSON.stringify(page).replaceAll('<', String.raw`\u003c`)
  const root = `${html.slice(start)}<script type="application/json" id="${renderedPageId}">${facts}</script>`
  const filled = replaceOnce(replaceOnce(template, titlePlace, head), rootPlace, root)
  // The home page's form says so itself.
  const whole =
    page.path === '/'
      ? filled.replace(scriptsNeeded, '')
      : filled.replace(scriptsNeeded, (words) => words.replace(brand.name, escaped(site.name ?? brand.name)))
  return page.served === null ? whole : whole.replace(configLink, '')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const scriptsNeeded = /\n *<noscript\s*><p class="no-scripts">.*?<\/noscript\s*>/s

/** The request for a configuration that the page holds itself. */
const configLink = /\n *<link rel="preload" href="\/config\.json"[^>]*>/

const titlePlace = /<title>[^<]*<\/title>/
const rootPlace = /<div id="root">.*?<\/div>/s

function replaceOnce(text: string, pattern: RegExp, content: string): string {
  if (!pattern.test(text)) throw new Error(`The document has no ${pattern.source}`)
  return text.replace(pattern, () => content)
}
