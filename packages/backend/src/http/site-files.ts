import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { Refusal } from '../refusal.ts'
import { acceptedEncoding, type Encoding, encodings } from './content-encoding.ts'
import { answerFile, onlyGet } from './file-answer.ts'

/** Answers for the built website. */
export type SiteFiles = (request: Request) => Promise<Response>

interface SiteFile {
  readonly path: string
  readonly size: number
  readonly hash: string
  readonly packed: Partial<Record<Encoding, { readonly path: string; readonly size: number }>>
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
 * Reads which files the website has. Only those are ever served, so no path leads out of the folder; whatever else a
 * browser asks for is a page of the single-page app, unless it looks like a file.
 * @throws Refusal when the folder holds no website
 */
export async function readSiteFiles(folder: string): Promise<SiteFiles> {
  const files = await filesIn(folder)
  const home = files.get('/index.html')
  if (home === undefined) {
    throw new Refusal(`The website is not built: ${folder} has no index.html; run "npm run build" first.`)
  }
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return onlyGet()
    const path = decoded(new URL(request.url).pathname)
    const file = path === null ? undefined : files.get(path)
    if (file !== undefined) return answerSiteFile(request, file, path?.startsWith('/assets/') ?? false)
    if (path === null || path.startsWith('/assets/') || types[extname(path)] !== undefined) {
      return new Response('Not found', {
        status: 404,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      })
    }
    return answerSiteFile(request, home, false)
  }
}

async function answerSiteFile(request: Request, file: SiteFile, immutable: boolean): Promise<Response> {
  const atHand = encodings.filter((encoding) => file.packed[encoding] !== undefined)
  const encoding = acceptedEncoding(request.headers.get('accept-encoding') ?? undefined, atHand)
  const { path, size } = (encoding === null ? undefined : file.packed[encoding]) ?? file
  return answerFile(request, {
    etag: `"${file.hash}${encoding === null ? '' : `-${encoding}`}"`,
    size,
    headers: {
      'content-type': types[extname(file.path)] ?? 'application/octet-stream',
      'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(atHand.length > 0 ? { vary: 'accept-encoding' } : {}),
      ...(encoding === null ? {} : { 'content-encoding': encoding }),
    },
    read: async () => readFile(path),
  })
}

async function filesIn(folder: string): Promise<Map<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  // A symbolic link is not a file here: it could lead anywhere.
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const sizes = new Map<string, { size: number; hash: string }>()
  for (const path of paths) {
    const bytes = await readFile(path)
    sizes.set(path, {
      size: bytes.byteLength,
      hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    })
  }
  const files = new Map<string, SiteFile>()
  for (const [path, { size, hash }] of sizes) {
    const packed = Object.fromEntries(
      encodings.flatMap((encoding) => {
        const beside = sizes.get(path + suffixes[encoding])
        return beside === undefined
          ? []
          : [[encoding, { path: path + suffixes[encoding], size: beside.size }]]
      }),
    )
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { path, size, hash, packed })
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
