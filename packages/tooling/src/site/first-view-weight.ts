import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The most that the first view of a public page may load, in gzipped bytes. */
const firstViewBudget = { scripts: 140_000, stylesheets: 22_000 } as const

/** Gzipped bytes by file name, without its hash. */
type Weights = Record<string, number>

const linkedScript = /\s(?:src|href)="(\/[^"]+\.js)"/g
const linkedStylesheet = /\shref="(\/[^"]+\.css)"/g
const staticImport = /(?:\bfrom|\bimport)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g

/**
 * Weighs the first view of a page: the scripts that its document links, their static imports, and its stylesheets.
 * Dynamic imports do not count.
 * @param folder the built website
 * @param document the page's file in it
 */
export async function weighFirstView(folder: string, document: string) {
  const html = await readFile(join(folder, document), 'utf8')
  const weigh = async (paths: ReadonlySet<string>): Promise<Weights> => {
    const weights: Weights = {}
    for (const path of paths) {
      const name = posix.basename(path).replace(/-[\w-]{8}(?=\.\w+$)/, '')
      const content = await readFile(join(folder, path))
      weights[name] = (weights[name] ?? 0) + gzipSync(content, { level: 9 }).length
    }
    return weights
  }
  const scripts = new Set(matches(html, linkedScript))
  // A set may grow while it is iterated.
  for (const path of scripts) {
    const content = await readFile(join(folder, path), 'utf8')
    for (const target of matches(content, staticImport)) scripts.add(posix.join(posix.dirname(path), target))
  }
  const stylesheets = new Set(matches(html, linkedStylesheet))
  return { scripts: await weigh(scripts), stylesheets: await weigh(stylesheets) }
}

/** @throws when the first view of a public page of a built website is above its budget */
export async function checkFirstViewBudget(folder: string): Promise<void> {
  for (const page of ['index.html', 'catalogue.html']) {
    const weight = await weighFirstView(folder, page)
    for (const kind of ['scripts', 'stylesheets'] as const) {
      const total = Object.values(weight[kind]).reduce((sum, bytes) => sum + bytes, 0)
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
