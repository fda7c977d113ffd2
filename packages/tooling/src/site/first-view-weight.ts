import { readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { inlineScripts } from '@giftwell/backend/http/inline-scripts.ts'

/** Bytes, compressed as the site sends them (gzip, highest effort), by the name of the file without its checksum. */
export type Weights = Readonly<Record<string, number>>

/** What a page of the built website loads before it is complete and can be used. */
export interface PageWeight {
  readonly scripts: Weights
  readonly stylesheets: Weights
}

// In whatever attribute: some are for the script that fetches them once the page is painted.
const scriptInDocument = /\s(?:src|href|data-[\w-]+)="(\/[^"]+\.js)"/g
const stylesheetInDocument = /\s(?:href|data-[\w-]+)="(\/[^"]+\.css)"/g
const importInScript = /(?:\bfrom|\bimport)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g

/** The name that a script bears which stands in the document itself. */
export const scriptInPage = 'in the page'

/**
 * Weighs a page: the scripts that stand in its document, those that it names, whatever these import at once, and its
 * stylesheets. What is imported later, by a call, does not count.
 * @param folder the built website
 * @param document the page's file in it
 */
export async function weighPage(folder: string, document: string): Promise<PageWeight> {
  const html = await readFile(join(folder, document), 'utf8')
  const scripts = new Map<string, Buffer>()
  for (const script of inlineScripts(html)) scripts.set(scriptInPage, Buffer.from(script))
  const open = named(html, scriptInDocument)
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (scripts.has(path)) continue
    const content = await readFile(join(folder, path))
    scripts.set(path, content)
    const from = dirname(path)
    open.push(...named(content.toString(), importInScript).map((target) => posix.join(from, target)))
  }
  const stylesheets = new Map<string, Buffer>()
  for (const path of named(html, stylesheetInDocument)) {
    stylesheets.set(path, await readFile(join(folder, path)))
  }
  return { scripts: await compressed(scripts), stylesheets: await compressed(stylesheets) }
}

/** All of it together, in bytes. */
export function sumOf(weights: Weights): number {
  return Object.values(weights).reduce((sum, bytes) => sum + bytes, 0)
}

function named(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, path]) => path ?? [])
}

async function compressed(files: ReadonlyMap<string, Buffer>): Promise<Weights> {
  const weights: Record<string, number> = {}
  for (const [path, content] of files) {
    const name = posix.basename(path).replace(/-[\w-]{8}(?=\.\w+$)/, '')
    weights[name] = (weights[name] ?? 0) + (await promisify(gzip)(content, { level: 9 })).length
  }
  return Object.fromEntries(Object.entries(weights).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
