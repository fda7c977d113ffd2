import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { type PageWeight, sumOf, weighPage, type Weights } from './page-weight.ts'

/** The most that the first view of a public page may load, in bytes, compressed. */
export const firstViewBudget = { scripts: 140_000, stylesheets: 20_000 } as const

/** The public pages by their files in the built website. */
export const firstViews = ['index.html', 'catalogue.html'] as const

/** What each page weighed when somebody last looked at it, by its file. */
export type AcceptedWeights = Readonly<Record<string, PageWeight>>

/** Where that is written down. */
export const acceptedWeightsFile = fileURLToPath(new URL('first-view-weights.json', import.meta.url))

/** Smaller changes of a chunk are no news: another compiler, another order. */
const smallestNews = 250

/**
 * Weighs the public pages of a built website.
 * @throws when one of them is above its budget; the message says what has grown
 */
export async function keepFirstViewBudget(folder: string): Promise<void> {
  // Written by accept-weights-command.ts.
  const accepted = JSON.parse(await readFile(acceptedWeightsFile, 'utf8')) as AcceptedWeights
  const complaints: string[] = []
  for (const page of firstViews)
    complaints.push(...overweight(page, await weighPage(folder, page), accepted[page]))
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}

/** What is said of a page that is above its budget; nothing when it is not. */
export function overweight(
  page: string,
  weight: PageWeight,
  accepted: PageWeight | undefined,
): readonly string[] {
  return (['scripts', 'stylesheets'] as const).flatMap((kind) => {
    const sum = sumOf(weight[kind])
    const most = firstViewBudget[kind]
    if (sum <= most) return []
    return [
      `The ${kind} of the first view of ${page} weigh ${inKilobytes(sum)}, which is above ${inKilobytes(most)}. What has changed:`,
      ...changes(weight[kind], accepted?.[kind] ?? {}),
      'Load later what the first view can do without (packages/shared/src/ui/late).',
    ]
  })
}

/** Every chunk whose weight is not as it was, the largest growth first. */
function changes(now: Weights, before: Weights): readonly string[] {
  const names = [...new Set([...Object.keys(now), ...Object.keys(before)])]
  const changed = names
    .map((name) => ({ name, by: (now[name] ?? 0) - (before[name] ?? 0) }))
    .filter(({ by }) => Math.abs(by) >= smallestNews)
    .toSorted((one, other) => other.by - one.by)
  return changed.map(({ name, by }) => {
    const note = before[name] === undefined ? ' (new)' : now[name] === undefined ? ' (gone)' : ''
    return `  ${by > 0 ? '+' : '-'}${inKilobytes(Math.abs(by))}  ${name}${note}`
  })
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} KB`
}
