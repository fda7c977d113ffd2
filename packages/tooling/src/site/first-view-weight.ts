import { readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { inlineScripts } from '@giftwell/backend/http/inline-scripts.ts'

/** The most that the first view of a public page may load, in gzipped bytes. */
const firstViewBudget = { scripts: 140_000, stylesheets: 22_000 } as const

/** Gzipped bytes by file name, without its hash. */
type Weights = Readonly<Record<string, number>>

/** What a page loads before it can be used. */
export interface FirstViewWeight {
  readonly scripts: Weights
  readonly stylesheets: Weights
}

const linkedScript = /\s(?:src|href)="(\/[^"]+\.js)"/g
const linkedStylesheet = /\shref="(\/[^"]+\.css)"/g
const staticImport = /(?:\bfrom|\bimport)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g

/** The name of the script within the document. */
export const inlineScriptName = 'inline'

/**
 * Weighs the first view of a page: scripts in its document, those that it links and their static imports, and its
 * stylesheets. Dynamic imports do not count.
 * @param folder the built website
 * @param document the page's file in it
 */
export async function weighFirstView(folder: string, document: string): Promise<FirstViewWeight> {
  const html = await readFile(join(folder, document), 'utf8')
  const scripts = new Map<string, Buffer>()
  for (const script of inlineScripts(html)) scripts.set(inlineScriptName, Buffer.from(script))
  const open = matches(html, linkedScript)
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (scripts.has(path)) continue
    const content = await readFile(join(folder, path))
    scripts.set(path, content)
    const from = dirname(path)
    open.push(...matches(content.toString(), staticImport).map((target) => posix.join(from, target)))
  }
  const stylesheets = new Map<string, Buffer>()
  for (const path of matches(html, linkedStylesheet)) {
    stylesheets.set(path, await readFile(join(folder, path)))
  }
  return { scripts: await compressed(scripts), stylesheets: await compressed(stylesheets) }
}

/** All of it together, in bytes. */
function totalWeight(weights: Weights): number {
  return Object.values(weights).reduce((sum, bytes) => sum + bytes, 0)
}

/** @throws when the first view of a public page of a built website is above its budget */
export async function checkFirstViewBudget(folder: string): Promise<void> {
  for (const page of ['index.html', 'catalogue.html']) {
    const weight = await weighFirstView(folder, page)
    for (const kind of ['scripts', 'stylesheets'] as const) {
      const total = totalWeight(weight[kind])
      if (total <= firstViewBudget[kind]) continue
      throw new Error(
        `The ${kind} of the first view of ${page} weigh ${total} bytes of ${firstViewBudget[kind]}: ${JSON.stringify(weight[kind])}`,
      )
    }
  }
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, path]) => path ?? [])
}

async function compressed(files: ReadonlyMap<string, Buffer>): Promise<Weights> {
  const weights: Record<string, number> = {}
  for (const [path, content] of files) {
    const name = posix.basename(path).replace(/-[\w-]{8}(?=\.\w+$)/, '')
    weights[name] = (weights[name] ?? 0) + (await promisify(gzip)(content, { level: 9 })).length
  }
  return weights
}
