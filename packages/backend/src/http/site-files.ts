import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isSitePath } from '@giftwell/shared/kernel/site-routes.ts'
import { getMimeType } from 'hono/utils/mime'
import { UserFacingError } from '../process/errors.ts'
import {
  acceptedEncoding,
  type Encoding,
  encodings,
  fileResponse,
  methodNotAllowed,
} from './file-response.ts'
import { inlineScripts, scriptHashes } from './security-headers.ts'

/** The built website. */
export interface StaticSite {
  /** @param status of a page; 404 for one that shows nothing */
  respond(request: Request, status?: 200 | 404): Promise<Response>
  /** The hash sources of its inline scripts, for the content security policy. */
  readonly scripts: readonly string[]
}

interface SiteFile {
  readonly path: string
  readonly bytes: Uint8Array
  readonly digest: string
  readonly compressed: Partial<Record<Encoding, Uint8Array>>
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
    async respond(request, status = 200) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed()
      const path = decoded(new URL(request.url).pathname)
      const file = path === null ? undefined : files.get(path)
      if (file !== undefined) return siteFileResponse(request, file, path?.startsWith('/assets/') ?? false)
      if (path === null || path.startsWith('/assets/') || getMimeType(path) !== undefined) {
        return new Response('Not found', {
          status: 404,
          headers: { 'content-type': 'text/plain; charset=utf-8' },
        })
      }
      if (!isSitePath(path)) return siteFileResponse(request, notFound, false, 404)
      const document = path === '/' ? home : files.get(`${path}.html`)
      return siteFileResponse(request, document ?? shell, false, status)
    },
  }
}

async function siteFileResponse(
  request: Request,
  file: SiteFile,
  immutable: boolean,
  status: 200 | 404 = 200,
): Promise<Response> {
  const available = encodings.filter((encoding) => file.compressed[encoding] !== undefined)
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'), available)
  const bytes = (encoding === null ? undefined : file.compressed[encoding]) ?? file.bytes
  const body = {
    etag: `"${file.digest}${encoding === null ? '' : `-${encoding}`}"`,
    size: bytes.byteLength,
    headers: {
      'content-type': getMimeType(file.path) ?? 'application/octet-stream',
      'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(available.length > 0 ? { vary: 'accept-encoding' } : {}),
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    },
    read: async () => bytes,
  }
  return fileResponse(request, body, status)
}

async function filesIn(folder: string): Promise<Map<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  // Symbolic links are skipped: they may lead out of the folder.
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = new Map<string, Uint8Array>()
  const read = await Promise.all(paths.map(async (path) => readFile(path)))
  for (const [index, bytes] of read.entries()) contents.set(paths[index] ?? '', bytes)
  const files = new Map<string, SiteFile>()
  for (const [path, bytes] of contents) {
    const digest = hash('sha256', bytes, 'base64url').slice(0, 22)
    const compressed: SiteFile['compressed'] = Object.fromEntries(
      encodings.flatMap((encoding) => {
        const beside = contents.get(path + suffixes[encoding])
        return beside === undefined ? [] : [[encoding, beside]]
      }),
    )
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, bytes, digest, compressed })
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
