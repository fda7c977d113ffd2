import type { SheetLine } from './quotation-sheet.ts'

/** Consecutive lines under one heading, or as alternatives of one option. */
export interface SheetBlock {
  /** Null where the block before has the same. */
  readonly heading: string | null
  /** "Box: choose one"; null without an option. */
  readonly legend: string | null
  readonly lines: readonly SheetLine[]
}

/** Lines in their blocks: all of a sheet, or those that count. */
export function blocksOf(lines: readonly SheetLine[]): readonly SheetBlock[] {
  const blocks: { heading: string | null; legend: string | null; lines: SheetLine[] }[] = []
  for (const [index, line] of lines.entries()) {
    const { group, option } = line.line
    const before = lines[index - 1]?.line
    if (before?.group === group && before.option === option) blocks.at(-1)?.lines.push(line)
    else
      blocks.push({
        heading: group === (before?.group ?? null) ? null : group,
        legend: option === null ? null : `${option}: choose one`,
        lines: [line],
      })
  }
  return blocks
}
