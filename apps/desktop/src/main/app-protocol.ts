import { extname, join, sep } from 'node:path'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { brand } from '@giftwell/shared/kernel/brand.ts'
import { decoded } from '@giftwell/shared/kernel/decoded.ts'
import type { Protocol } from 'electron'
import type { Connection } from '../ipc/contract.ts'

/** The scheme of the app's own page, the only one shown in the window. */
const appScheme = 'giftwell-app'

const appHost = 'app'

/** The URL of a path in the app. */
export function appAddress(path = '/'): string {
  return `${appScheme}://${appHost}${path}`
}

/**
 * Whether a URL is one of the app's own pages. Compares protocol and host: the origin of every custom scheme is "null",
 * and a substring can appear in a foreign URL.
 */
export function isAppAddress(address: string | null | undefined): boolean {
  if (address == null || !URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  return protocol === `${appScheme}:` && host === appHost && username === '' && password === ''
}

/** The target of a URL in the app's scheme: a built file, a page (rendered by index.html), or nothing. */
type AppFile =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'page' }
  | { readonly kind: 'refused' }

/** Characters that the build never writes: path tricks of any system, and double encoding. */
// oxlint-disable-next-line no-control-regex -- matches control characters
const forbidden = /[\u0000-\u001F\u007F\\:%]/

/**
 * Resolves a URL to a file within a folder, without disk access. Refuses path traversal (dots, encoded or not,
 * backslashes, drive letters, empty segments) and other hosts.
 */
export function findAppFile(folder: string, address: string): AppFile {
  if (!isAppAddress(address) || hidesDots(address)) return { kind: 'refused' }
  const path = decoded(new URL(address).pathname)
  if (path === null || forbidden.test(path)) return { kind: 'refused' }

  const parts = path.split('/').slice(1)
  if (
    parts.some((part, index) => part === '..' || part === '.' || (part === '' && index < parts.length - 1))
  ) {
    return { kind: 'refused' }
  }
  // Pages have no extension. A missing asset must be a 404, not a page.
  if (parts[0] !== 'assets' && !parts.at(-1)?.includes('.')) return { kind: 'page' }

  const file = join(folder, ...parts)
  return file.startsWith(folder + sep) ? { kind: 'file', path: file } : { kind: 'refused' }
}

/** URL parsers resolve dot segments silently; our own pages never contain them. */
function hidesDots(address: string): boolean {
  return /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i.test(address.replace(/[?#].*$/s, ''))
}

/** Shown when the back office crashed or could not be loaded. */
export const problemAddress = appAddress('/problem')

const html = 'text/html; charset=utf-8'
/** The media types of the build's files. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': html,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
}

/**
 * Registers our scheme as a standard origin with storage, fetch, modules and Content-Security-Policy. Call it before the
 * app is ready.
 */
export function registerAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: {
        standard: true,
        secure: true,
        supportFetchAPI: true,
        codeCache: true,
        allowServiceWorkers: false,
        bypassCSP: false,
        corsEnabled: false,
      },
    },
  ])
}

interface AppFiles {
  /** The folder of the built page. */
  readonly folder: string
  /** Called for each response, so that the policy matches the current connection. */
  readonly readConnection: () => Connection | null
}

/** Serves the built page under our scheme: files as they are, and index.html for every page. */
export function serveApp(protocol: Pick<Protocol, 'handle'>, files: AppFiles): void {
  protocol.handle(appScheme, async (request) => answer(request, files))
}

async function answer(request: Request, { folder, readConnection }: AppFiles): Promise<Response> {
  const connection = readConnection()
  const headers = securityHeaders(connection)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    headers.set('allow', 'GET, HEAD')
    return new Response(null, { status: 405, headers })
  }
  const found = (await find(request.url, folder)) ?? (await findAtSite(request.url, connection))
  if (found === null) return new Response(null, { status: 404, headers })
  headers.set('content-type', found.type)
  return new Response(request.method === 'HEAD' ? null : found.body, { headers })
}

async function find(address: string, folder: string): Promise<{ body: BodyInit; type: string } | null> {
  const file = findAppFile(folder, address)
  if (file.kind === 'refused') return null
  const path = file.kind === 'page' ? join(folder, 'index.html') : file.path
  const problem = { body: problemPage, type: html }
  if (address === problemAddress) return problem
  try {
    return {
      body: new Uint8Array(await readBuilt(path)),
      type: contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream',
    }
  } catch {
    // A missing index.html means a broken installation; a missing asset may be of another version.
    return file.kind === 'page' ? problem : null
  }
}

const fontPath = /^\/fonts\/[\w-]+\.woff$/

/** A font of PDFs, which the app does not pack: its site has it. */
async function findAtSite(
  address: string,
  connection: Connection | null,
): Promise<{ body: BodyInit; type: string } | null> {
  const { pathname } = new URL(address)
  if (connection === null || !isAppAddress(address) || !fontPath.test(pathname)) return null
  const response = await fetch(connection.siteOrigin + pathname, {
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  }).catch(() => null)
  return response?.ok ? { body: await response.arrayBuffer(), type: 'font/woff' } : null
}

/** A file of the build; most are compressed. */
async function readBuilt(path: string): Promise<Buffer> {
  const compressed = await readFile(`${path}.gz`).catch(() => null)
  return compressed === null ? readFile(path) : promisify(gunzip)(compressed)
}

function securityHeaders(connection: Connection | null): Headers {
  return new Headers({
    'content-security-policy': contentSecurityPolicy(connection),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=()',
    'cache-control': 'no-cache',
  })
}

/** The page at `problemAddress`. It is part of main.js so that it works when files are missing, and needs no script. */
const problemPage = `<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <title>${brand.name}</title>
    <style>
      :root { --paper: #fbf7f0; --ink: #241b2f; --soft: #5f5468; --brand: #4a2545; --on-brand: #fbf7f0; }
      @media (prefers-color-scheme: dark) {
        :root { --paper: #17121c; --ink: #f1eaf2; --soft: #b9acbe; --brand: #ebdde8; --on-brand: #241b2f; }
      }
      body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: var(--paper);
        color: var(--ink); font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', sans-serif; }
      main { max-width: 30rem; padding: 2rem; text-align: center; }
      svg { width: 64px; height: 64px; fill: var(--brand); }
      .accent { fill: #e39a1b; }
      h1 { margin: 1rem 0 0.5rem; font: 600 1.75rem/1.15 Georgia, 'Times New Roman', serif; }
      p { margin: 0 0 1.5rem; color: var(--soft); text-wrap: balance; }
      a { display: inline-block; padding: 0.625rem 1.25rem; border-radius: 10px; background: var(--brand);
        color: var(--on-brand); font-weight: 600; text-decoration: none; }
      a:focus-visible { outline: 2px solid #e39a1b; outline-offset: 3px; }
    </style>
  </head>
  <body>
    <main>
      <svg viewBox="${brand.mark.viewBox}" aria-hidden="true">
        ${brand.mark.ink.map((path) => `<path d="${path}" />`).join('')}
        ${brand.mark.accent.map((path) => `<path class="accent" d="${path}" />`).join('')}
      </svg>
      <h1>Something went wrong</h1>
      <p>The back office stopped unexpectedly. Saved changes are safe.</p>
      <a href="/">Restart</a>
    </main>
  </body>
</html>
`

/**
 * The page may load its own files and connect to the backend. Images may come from any https origin, because
 * administrators enter logo URLs. Inline styles are allowed for Mantine; inline scripts and eval are not.
 */
export function contentSecurityPolicy(connection: Pick<Connection, 'supabaseUrl'> | null): string {
  const backend = connection === null ? [] : backendOrigins(connection.supabaseUrl)
  const backendImages = backend.filter((origin) => origin.startsWith('http'))
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...backendImages],
    'connect-src': ["'self'", ...backend],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'none'"],
    'media-src': ["'none'"],
    'frame-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** The backend's HTTP and WebSocket origins. Paths are dropped, so that no text of a URL can end a directive. */
function backendOrigins(address: string): readonly string[] {
  if (!URL.canParse(address)) return []
  const { protocol, host } = new URL(address)
  if (protocol === 'https:') return [`https://${host}`, `wss://${host}`]
  return protocol === 'http:' ? [`http://${host}`, `ws://${host}`] : []
}
