import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'

import type { Protocol } from 'electron'

import type { Connection } from '../ipc/contract.ts'
import { appAddress, appScheme } from './app-address.ts'
import { findAppFile } from './app-file.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { problemPage } from './problem-page.ts'

/** Where the page lies that is shown when the back office cannot be. */
export const problemAddress = appAddress('/problem')

const html = 'text/html; charset=utf-8'
const contentTypes: Readonly<Record<string, string>> = {
  '.html': html,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/**
 * Tells Electron, before the app is ready, that our scheme is a web origin of its own: it has storage, fetch and modules,
 * and obeys the Content-Security-Policy like any other.
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

/** What serving needs. */
export interface AppFiles {
  /** The built page's folder. */
  readonly folder: string
  /** Asked for each answer, so that the policy is that of the connection in use. */
  readonly readConnection: () => Connection | null
}

/** Serves the built page under our scheme: files as they are, every page from the one index.html, nothing from elsewhere. */
export function serveApp(protocol: Pick<Protocol, 'handle'>, files: AppFiles): void {
  protocol.handle(appScheme, async (request) => answer(request, files))
}

async function answer(request: Request, { folder, readConnection }: AppFiles): Promise<Response> {
  const headers = safetyHeaders(readConnection())
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    headers.set('allow', 'GET, HEAD')
    return new Response(null, { status: 405, headers })
  }
  const found = await find(request.url, folder)
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
      body: new Uint8Array(await readFile(path)),
      type: contentTypes[extname(path).toLowerCase()] ?? 'application/octet-stream',
    }
  } catch {
    // Not there, or a folder. An app without its own page is broken; an asset may merely be of another version.
    return file.kind === 'page' ? problem : null
  }
}

function safetyHeaders(connection: Connection | null): Headers {
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
