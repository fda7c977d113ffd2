import type { BenchPart } from './bench-part.ts'

/** Every part of the benchmarks, in the order in which they run; each is loaded when it is its turn. */
export const benchParts: Readonly<Record<string, () => Promise<BenchPart>>> = {
  throughput: async () => (await import('./parts/throughput.ts')).throughputPart,
  database: async () => (await import('./parts/database.ts')).databasePart,
  start: async () => (await import('./parts/start.ts')).startPart,
  weight: async () => (await import('./parts/weight.ts')).weightPart,
  lighthouse: async () => (await import('./parts/lighthouse.ts')).lighthousePart,
  'back-office': async () => (await import('./parts/back-office.ts')).backOfficePart,
  catalogue: async () => (await import('./parts/catalogue.ts')).cataloguePart,
  images: async () => (await import('./parts/images.ts')).imagesPart,
  desktop: async () => (await import('./parts/desktop.ts')).desktopPart,
}

/**
 * The names of the parts that are asked for, or all of them.
 * @throws when there is no part of such a name; the sentence names those that there are
 */
export function chosenParts(asked: readonly string[], parts: readonly string[]): readonly string[] {
  const unknown = asked.filter((name) => !parts.includes(name))
  if (unknown.length > 0) {
    throw new Error(`There is no benchmark named ${unknown.join(', ')}; there are: ${parts.join(', ')}.`)
  }
  return asked.length === 0 ? parts : parts.filter((name) => asked.includes(name))
}
