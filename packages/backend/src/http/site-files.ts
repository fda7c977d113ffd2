import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'

import { maxSearchLength } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import {
  brand,
  claimsOf,
  descriptionOf,
  inScheme,
  isOfProduct,
  pictureOf,
  type SiteDetails,
} from '@giftwell/shared/kernel/brand.ts'
import { decoded } from '@giftwell/shared/kernel/decoded.ts'
import { siteColours, siteColoursId } from '@giftwell/shared/kernel/site-colours.ts'
import { shareParameter } from '@giftwell/shared/kernel/shared-link.ts'
import {
  isSitePath,
  privateRoutes,
  productRoute,
  quotationRoute,
  siteRoutes,
} from '@giftwell/shared/kernel/site-routes.ts'

import { UserFacingError } from '../process/errors.ts'
import { ownBrandFile } from './brand-files.ts'
import {
  createCompressedBody,
  type Encoding,
  encodings,
  methodNotAllowed,
  type PageStatus,
  type SendBody,
  sendEncoded,
} from './file-response.ts'
import { inlineScripts, privatePageHeaders, scriptHashes, sharedPageHeaders } from './security-headers.ts'

/** The additions of a response to the built document. */
interface PageParts {
  readonly status?: PageStatus | undefined
  /** The data of a quotation's page. */
  readonly served?: object | undefined
  /** The HTML of a quotation's page; null where the browser draws it. */
  readonly html?: string | null | undefined
  /** The owner's settings, for the icon and for documents rendered by the browser. */
  readonly detailsOf?: (() => Promise<SiteDetails>) | undefined
  /** The site's public origin, where it is known: other sites read no relative address of a picture. */
  readonly origin?: string | null | undefined
}

/** The built website. */
export interface StaticSite {
  respond(request: Request, parts?: PageParts): Promise<Response>
  /** The hash sources of its inline scripts, for the content security policy. */
  readonly scripts: readonly string[]
}

interface SiteFile {
  readonly bytes: Uint8Array
  readonly send: SendBody
  readonly headers: Readonly<Record<string, string>>
}

const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/**
 * Reads the built website into memory, so that no path leads out of the folder and a new build does not mix with the one
 * being served. A prerendered page has its own document; every other page of the list of routes gets the shell; a path that
 * is none gets `404.html` with status 404: the page of product.md, section 2, 404 page. A missing file is 404
 * without a page.
 * @throws UserFacingError when the folder holds no website
 */
export async function readSite(folder: string): Promise<StaticSite> {
  const files = await filesIn(folder)
  const home = files.get('/index.html')
  if (home === undefined) {
    throw new UserFacingError(
      `The website is not built: ${folder} has no index.html; run "npm run build" first.`,
    )
  }
  const shell = files.get('/app/index.html') ?? home
  const notFound = files.get('/404.html') ?? shell
  const documents = [...files].flatMap(([path, { bytes }]) =>
    path.endsWith('.html') ? [Buffer.from(bytes).toString()] : [],
  )
  return {
    scripts: scriptHashes(documents.flatMap(inlineScripts)),
    async respond(request, { status = 200, served, html = null, detailsOf = async () => ({}), origin } = {}) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
      const path = decoded(new URL(request.url).pathname)
      const own = path === null ? null : await ownBrandFile(path, detailsOf)
      if (own !== null) return own
      const file = path === null ? undefined : files.get(path)
      if (file !== undefined) return file.send(request, file.headers)
      if (path === null || path.startsWith('/assets/') || getMimeType(path) !== undefined) {
        return new Response('Not found', {
          status: 404,
          headers: { 'content-type': 'text/plain; charset=utf-8' },
        })
      }
      if (!isSitePath(path)) return named(notFound, await detailsOf(), origin)(request, notFound.headers, 404)
      const isQuotation = isSitePath(path, [quotationRoute])
      const name = path === '/' ? '/index.html' : isQuotation ? '/q/index.html' : `${path}.html`
      const site = await detailsOf()
      // The documents of the build are the product's: a browser draws a site of another name.
      const document = (isQuotation || isOfProduct(site) ? files.get(name) : undefined) ?? shell
      const { searchParams } = new URL(request.url)
      const q = searchParams.get('q')?.trim()
      const send =
        isQuotation && served
          ? withServed(document, served, html, site)
          : document === shell
            ? named(document, site, origin)
            : q && path === '/catalogue'
              ? withSearch(document, q)
              : document.send
      const isShared = isSitePath(path, [productRoute]) && searchParams.has(shareParameter)
      const extra = isSitePath(path, privateRoutes) ? privatePageHeaders : isShared ? sharedPageHeaders : {}
      return send(request, { ...document.headers, ...extra }, status)
    },
  }
}

/** The names and pictures of sites that a document was last sent with. */
const namedDocuments = new WeakMap<SiteFile, { readonly key: string; readonly send: SendBody }>()

/** The document with the site's name instead of the product's, for readers without scripts and link previews. */
function named(document: SiteFile, site: SiteDetails, origin: PageParts['origin']): SendBody {
  const key = JSON.stringify(site)
  const latest = namedDocuments.get(document)
  if (latest?.key === key) return latest.send
  const name = escapedText(site.name ?? brand.name)
  const path = pictureOf(site)
  const picture = path?.startsWith('/') ? (origin ?? '') + path : path
  const colours = siteColours(site)
  const head = [
    `<title>${name}</title>`,
    `<meta property="og:site_name" content="${name}" />`,
    `<meta property="og:title" content="${name}" />`,
    `<meta property="og:description" content="${escapedText(descriptionOf(claimsOf(site)))}" />`,
    ...(picture === null ? [] : [`<meta property="og:image" content="${escapedText(picture)}" />`]),
    ...(colours === '' ? [] : [`<style id="${siteColoursId}">${colours}</style>`]),
  ]
  const html = Buffer.from(document.bytes)
    .toString()
    .replace(/<title>[^<]*<\/title>/, () => head.join(''))
    .replaceAll(/<noscript.*?<\/noscript\s*>/gs, (part) => part.replaceAll(brand.name, () => name))
  const send = createCompressedBody(Buffer.from(inScheme(html, site)), 'fast')
  namedDocuments.set(document, { key, send })
  return send
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** The document with the words of a search in its search field, where they would appear with the scripts only. */
function withSearch({ bytes }: SiteFile, q: string): SendBody {
  const words = q.slice(0, maxSearchLength).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const html = Buffer.from(bytes).toString()
  return createCompressedBody(
    Buffer.from(html.replace('<input id="search"', (field) => `${field} value="${words}"`)),
    'fast',
  )
}

/** The placeholder in the document of a quotation's page. */
const waiting = /<noscript>.*?<\/noscript>\s*<div id="root">.*?<\/div>/s

/** The server-rendered document of a quotation's page, with its data instead of the request for its configuration. */
function withServed({ bytes }: SiteFile, served: object, drawn: string | null, site: SiteDetails): SendBody {
  const json = JSON.stringify(served).replaceAll('<', String.raw`\u003c`)
  const script = `<script type="application/json" id="served">${json}</script>`
  const document = inScheme(Buffer.from(bytes).toString(), site)
  const filled = document.replace(/<link rel="preload" href="\/config\.json"[^>]*>/, () => script)
  const html = drawn === null ? filled : filled.replace(waiting, () => `<div id="root">${drawn}</div>`)
  return createCompressedBody(Buffer.from(html), 'fast')
}

async function filesIn(folder: string): Promise<Map<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  // Symbolic links are skipped: they may lead out of the folder.
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(path)] as const)),
  )
  const files = new Map<string, SiteFile>()
  for (const [path, bytes] of contents) {
    const available = encodings.filter((encoding) => contents.has(path + suffixes[encoding]))
    const name = `/${relative(folder, path).split(sep).join('/')}`
    files.set(name, {
      bytes,
      send: sendEncoded(
        bytes,
        available,
        async (encoding) => contents.get(path + suffixes[encoding]) ?? bytes,
      ),
      headers: {
        'content-type': getMimeType(path) ?? 'application/octet-stream',
        'cache-control': name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        ...(available.length > 0 ? { vary: 'accept-encoding' } : {}),
      },
    })
  }
  return files
}

/**
 * The `_redirects` file of static hosts such as Netlify and Cloudflare Pages: every page without a document of its own is
 * the shell. Any other path that is no file is `404.html`, with status 404.
 * @param prerendered the paths that have a document
 */
export function staticRedirects(prerendered: readonly string[]): string {
  const shells = siteRoutes.filter((path) => !prerendered.includes(path))
  return shells.map((path) => `${path} ${path === quotationRoute ? '/q/' : '/app/'} 200\n`).join('')
}
