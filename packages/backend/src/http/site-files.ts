import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { PageData } from '../pages/page-data.ts'
import { readServedPages } from '../pages/served-pages.ts'
import { Refusal } from '../refusal.ts'
import { acceptedEncoding, type Encoding, encodings } from './content-encoding.ts'
import { answerFile, onlyGet } from './file-answer.ts'
import { inlineScripts, scriptHashes } from './inline-scripts.ts'

/**
 * Answers for the built website.
 * @param data for the pages that bring it along; none when a hosted project has it
 */
export type SiteFiles = (request: Request, data?: PageData) => Promise<Response>

/** The website as it was built. */
export interface Site {
  readonly files: SiteFiles
  /** The scripts that stand in its documents, as a policy names them. */
  readonly scripts: readonly string[]
  /** The paths of the pages that are rendered when somebody asks for them. */
  readonly renderedPages: readonly string[]
}

interface SiteFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly hash: string
  readonly packed: Partial<Record<Encoding, Uint8Array>>
}

const suffixes: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/**
 * Reads the built website into memory. Only its files are ever served, so no path leads out of the folder, and a new
 * build does not mix with the one that this server began with; whatever else a browser asks for is a page of the
 * single-page app, unless it looks like a file. A page that was rendered at the build has a document of its own, all
 * others begin with the shell.
 * @throws Refusal when the folder holds no website
 */
export async function readSite(folder: string): Promise<Site> {
  const files = await filesIn(folder)
  const home = files.get('/index.html')
  if (home === undefined) {
    throw new Refusal(`The website is not built: ${folder} has no index.html; run "npm run build" first.`)
  }
  const shell = files.get('/app/index.html') ?? home
  const served = await readServedPages(`${folder}-server`)
  // What is put into them later is data.
  const documents = [...files].flatMap(([path, { bytes }]) =>
    path.endsWith('.html') ? [Buffer.from(bytes).toString()] : [],
  )
  const scripts = scriptHashes(documents.flatMap(inlineScripts))
  const answer: SiteFiles = async (request, data) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return onlyGet()
    const { pathname, search } = new URL(request.url)
    const path = decoded(pathname)
    // With a query the page shows something else than what everybody sees first.
    const full = path === null || search !== '' ? undefined : served.at(path)
    const page = data && (await full?.answer(request, data))
    if (page) return page
    const file = path === null ? undefined : files.get(path)
    if (file !== undefined) return answerSiteFile(request, file, path?.startsWith('/assets/') ?? false)
    if (path === null || path.startsWith('/assets/') || types[extname(path)] !== undefined) {
      return new Response('Not found', {
        status: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      })
    }
    const document = path === '/' ? home : files.get(`${path}.html`)
    return answerSiteFile(request, document ?? shell, false)
  }
  return { files: answer, scripts, renderedPages: served.paths }
}

async function answerSiteFile(request: Request, file: SiteFile, immutable: boolean): Promise<Response> {
  const atHand = encodings.filter((encoding) => file.packed[encoding] !== undefined)
  const encoding = acceptedEncoding(request.headers.get('accept-encoding') ?? undefined, atHand)
  const bytes = (encoding === null ? undefined : file.packed[encoding]) ?? file.bytes
  return answerFile(request, {
    etag: `"${file.hash}${encoding === null ? '' : `-${encoding}`}"`,
    size: bytes.byteLength,
    headers: {
      'content-type': types[extname(file.path)] ?? 'application/octet-stream',
      'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(atHand.length > 0 ? { vary: 'accept-encoding' } : {}),
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    },
    read: async () => bytes,
  })
}

async function filesIn(folder: string): Promise<Map<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  // A symbolic link is not a file here: it could lead anywhere.
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = new Map<string, Uint8Array>()
  const read = await Promise.all(paths.map(async (path) => readFile(path)))
  for (const [index, bytes] of read.entries()) contents.set(paths[index] ?? '', bytes)
  const files = new Map<string, SiteFile>()
  for (const [path, bytes] of contents) {
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    const packed: SiteFile['packed'] = Object.fromEntries(
      encodings.flatMap((encoding) => {
        const beside = contents.get(path + suffixes[encoding])
        return beside === undefined ? [] : [[encoding, beside]]
      }),
    )
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, bytes, hash, packed })
  }
  return files
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
