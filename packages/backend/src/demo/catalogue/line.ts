import { budgetBands, type BudgetBand } from '@giftwell/shared/domain/budget.ts'
import { type PaletteName, palettes } from '../drawing/palette.ts'
import type { DrawingName } from '../pictures/stagings.ts'
import type { categories, CategoryName, DoctorTypeName, IndustryName, ThemeName } from './vocabulary.ts'

/** A line of products that one drawing shows, in several palettes and under several names. */
export interface Line {
  readonly drawing: DrawingName
  readonly category: CategoryName
  readonly subcategory: string
  readonly palettes: readonly PaletteName[]
  /** Cheapest first; a plain product costs the first, one with more to it the last. */
  readonly bands: readonly BudgetBand[]
  /** What it is called: `{c}` is the colour, `{a}` the second colour, `{m}` the metal of its picture. */
  readonly nouns: readonly string[]
  /** What is added to the name. */
  readonly extras: readonly string[]
  readonly themes: readonly ThemeName[]
  /** Industries that every product of the line serves. */
  readonly industries: readonly IndustryName[]
  /** Doctor types that every product of the line is for; none means that any may be. */
  readonly doctors: readonly DoctorTypeName[]
}

/** What every line of a group shares. */
export interface LineGroup<Category extends CategoryName> {
  readonly category: Category
  readonly themes: readonly ThemeName[]
  readonly industries?: readonly IndustryName[]
}

/** One line, briefly. */
export interface LineSketch<Category extends CategoryName> {
  readonly at: (typeof categories)[Category][number]
  /** Palettes, parted by spaces. */
  readonly in: string
  /** The numbers of its budget bands, from 1 to 5. */
  readonly bands: readonly [number, number?]
  readonly nouns: readonly [string, string, string, string]
  readonly extras: readonly [string, string, string, string, string, string, string]
  readonly themes?: readonly ThemeName[]
  readonly industries?: readonly IndustryName[]
  readonly doctors?: readonly DoctorTypeName[]
}

/** Makes lines of one category from their sketches, keyed by drawing. */
export function linesOf<Category extends CategoryName>(
  group: LineGroup<Category>,
  sketches: Partial<Record<DrawingName, LineSketch<Category>>>,
): Line[] {
  return Object.entries(sketches).map(([drawing, sketch]) => ({
    // The keys of the sketches are drawing names by their type; Object.entries forgets it.
    drawing: drawing as DrawingName,
    category: group.category,
    subcategory: sketch.at,
    palettes: sketch.in.split(' ').map(paletteNamed),
    bands: sketch.bands.flatMap((number) => budgetBands[(number ?? 0) - 1] ?? []),
    nouns: sketch.nouns,
    extras: sketch.extras,
    themes: [...(sketch.themes ?? []), ...group.themes],
    industries: [...(sketch.industries ?? []), ...(group.industries ?? [])],
    doctors: sketch.doctors ?? [],
  }))
}

function paletteNamed(name: string): PaletteName {
  if (!Object.hasOwn(palettes, name)) throw new Error(`There is no palette ${name}.`)
  // Just looked up.
  return name as PaletteName
}
