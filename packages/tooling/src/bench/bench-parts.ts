import type { BenchPart } from './measurement.ts'

/** Every part of the benchmarks, in the order in which they run; each is loaded when it runs. */
export const benchParts: Readonly<Record<string, () => Promise<BenchPart>>> = {
  throughput: async () => (await import('./throughput.ts')).throughputPart,
  database: async () => (await import('./database.ts')).databasePart,
  start: async () => (await import('./start.ts')).startPart,
  weight: async () => (await import('./weight.ts')).weightPart,
  lighthouse: async () => (await import('./lighthouse.ts')).lighthousePart,
  'back-office': async () => (await import('./back-office.ts')).backOfficePart,
  catalogue: async () => (await import('./catalogue.ts')).cataloguePart,
  images: async () => (await import('./images.ts')).imagesPart,
  desktop: async () => (await import('./desktop.ts')).desktopPart,
}

/**
 * The names of the parts that are asked for, or of all.
 *
 * @throws for an unknown name, with the known ones
 */
export function chosenParts(asked: readonly string[], parts: readonly string[]): readonly string[] {
  const unknown = asked.filter((name) => !parts.includes(name))
  if (unknown.length > 0) {
    throw new Error(`There is no benchmark named ${unknown.join(', ')}; there are: ${parts.join(', ')}.`)
  }
  return asked.length === 0 ? parts : parts.filter((name) => asked.includes(name))
}
