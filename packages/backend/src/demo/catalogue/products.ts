import type { BudgetBand } from '@giftwell/shared/domain/budget.ts'
import type { PaletteName } from '../drawing/palette.ts'
import { pictureName } from '../pictures/picture-list.ts'
import type { DrawingName } from '../pictures/stagings.ts'
import { allLines } from './all-lines.ts'
import { fingerprint } from './fingerprint.ts'
import type { Line } from './line.ts'
import {
  categories,
  type CategoryName,
  type DoctorTypeName,
  doctorTypes,
  type IndustryName,
  industries,
  type ThemeName,
} from './vocabulary.ts'
import { words } from './words.ts'

/** A product of the demo catalogue before it has its place in the order. */
export interface DemoProduct {
  readonly name: string
  readonly drawing: DrawingName
  readonly palette: PaletteName
  readonly image: string
  readonly video: string | null
  readonly category: CategoryName
  readonly subcategory: string
  readonly budget: BudgetBand
  readonly isSample: boolean
  readonly industries: readonly IndustryName[]
  readonly themes: readonly ThemeName[]
  readonly doctorTypes: readonly DoctorTypeName[]
}

/** How many products share a picture, each under its own name: fewer where four palettes share 28 names. */
function productsOfPicture({ nouns, palettes }: Line): number {
  return palettes.length < 4 || nouns.every((noun) => noun.includes('{c}')) ? 9 : 7
}

/** Every product, line by line. */
export function demoProducts(): DemoProduct[] {
  return allLines.flatMap((line) => {
    const count = productsOfPicture(line)
    return line.palettes.flatMap((palette, place) =>
      Array.from({ length: count }, (_, copy) => productOf(line, palette, place * count + copy)),
    )
  })
}

function productOf(line: Line, palette: PaletteName, index: number): DemoProduct {
  const name = nameOf(line, palette, index)
  const chance = fingerprint(name)
  const served = industriesOf(line, chance)
  return {
    name,
    drawing: line.drawing,
    palette,
    image: pictureName(line.drawing, palette),
    video: chance % 20 === 7 ? `https://videos.example.com/${slug(name)}.mp4` : null,
    category: categoryOf(line, index),
    subcategory: line.subcategory,
    budget: bandOf(line, index),
    isSample: chance % 131 !== 5,
    industries: served,
    themes: themesOf(line, chance),
    doctorTypes: served.includes('Pharmaceutical') ? doctorsOf(line, chance) : [],
  }
}

// Four nouns and seven extras have no common divisor, so that 28 names follow each other before a pair repeats.
function nameOf({ nouns, extras }: Line, palette: PaletteName, index: number): string {
  const { colour, accent, metal } = words[palette]
  const noun = nouns[index % nouns.length] ?? ''
  return joined(noun, extras[index % extras.length] ?? '')
    .replaceAll('{c}', colour[index % 2] ?? colour[0])
    .replaceAll('{a}', accent)
    .replaceAll('{m}', metal)
    .replaceAll(/\b([Aa]) (?=[AEIO])/g, '$1n ')
}

/** Joins a noun and its extra as a copywriter would: no second "with", no second "in", a comma after a comma. */
function joined(noun: string, extra: string): string {
  const [comma, companion] = [noun.indexOf(','), noun.indexOf(' with ')]
  if (extra.startsWith(' with ') && companion !== -1) {
    const more = ` and${extra.slice(' with'.length)}`
    return comma > companion ? `${noun.slice(0, comma)}${more}${noun.slice(comma)}` : `${noun}${more}`
  }
  const clash = comma !== -1 || (extra.startsWith(' in ') && noun.includes(' in '))
  return clash && extra.startsWith(' ') ? `${noun},${extra}` : `${noun}${extra}`
}

/** A shared subcategory gives a third of its products to the other category that it is linked to. */
function categoryOf({ category, subcategory }: Line, index: number): CategoryName {
  if (index % 3 !== 2) return category
  return sharing(subcategory).find((other) => other !== category) ?? category
}

/** The categories that a subcategory is linked to. */
export function sharing(subcategory: string): CategoryName[] {
  // The keys of `categories` are its names by definition; Object.keys forgets it.
  const names = Object.keys(categories) as CategoryName[]
  return names.filter((name) => (categories[name] as readonly string[]).includes(subcategory))
}

function bandOf({ bands }: Line, index: number): BudgetBand {
  const band = bands[index % bands.length]
  if (!band) throw new Error('A line needs a budget band.')
  return band
}

function industriesOf(line: Line, chance: number): IndustryName[] {
  const others = industries.filter((name) => name !== 'Pharmaceutical')
  const picked = [0, 1, 2]
    .slice(0, 2 + (chance % 2))
    .flatMap((step) => others[(chance + step * 5) % others.length] ?? [])
  const pharmaceutical: IndustryName[] = chance % 5 === 0 ? ['Pharmaceutical'] : []
  return [...new Set([...pharmaceutical, ...line.industries, ...picked])]
}

function themesOf({ themes }: Line, chance: number): ThemeName[] {
  const own = [...new Set(themes)]
  const count = 1 + (chance % 3)
  return [
    ...new Set(Array.from({ length: count }, (_, step) => own[(chance + step) % own.length] ?? 'Premium')),
  ]
}

function doctorsOf({ doctors }: Line, chance: number): DoctorTypeName[] {
  if (doctors.length > 0) return [...doctors]
  const count = 1 + (chance % 3)
  return [
    ...new Set(
      Array.from(
        { length: count },
        (_, step) => doctorTypes[(chance + step * 5) % doctorTypes.length] ?? 'General Physician',
      ),
    ),
  ]
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
