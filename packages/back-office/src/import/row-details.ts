import { isImageName } from '@giftwell/shared/images/image-header.ts'
import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import { factFields, maxPictures } from '@giftwell/shared/products/product-facts.ts'
import type { ImportRecord } from './product-import.ts'
import { type NamedPicture, namedPicture, pictureName, picturesOf, picturesOfRow } from './read-facts.ts'
import { singleBlanks } from './sheet.ts'

/** Texts separated by semicolons (doubled for one in a text), or else by line breaks. Some may be blank. */
function textsIn(cell: string): string[] {
  const parts = cell.replaceAll(';;', '\u0000').split(cell.includes(';') ? ';' : '\n')
  const texts = parts.map((text) => text.replaceAll('\u0000', ';').trim())
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

/** More than the characters of any name of a row, however it is written. */
const maxNameLength = 1000

/** A cell's value for each of these names, like `Red: 2; Blue: 3`; one value without a name applies to all. Or an error message. */
function valuesByName(cell: string, names: readonly string[]): ReadonlyMap<string, string> | string {
  const known = new Set(names.map(nameKey))
  const values = new Map<string, string>()
  const parts = textsIn(cell).filter((part) => part !== '')
  for (const part of parts) {
    const colons = [...part.slice(0, maxNameLength).matchAll(/:/g)].map(({ index }) => index)
    const end = colons.findLast((colon) => known.has(nameKey(part.slice(0, colon))))
    if (end === undefined && parts.length > 1)
      return `"${part}" does not begin with a name of this row and a colon`
    const value = part.slice(end === undefined ? 0 : end + 1).trim()
    for (const key of end === undefined ? known : [nameKey(part.slice(0, end))]) values.set(key, value)
  }
  return values
}

/** Cells with details of names in other columns. */
export const detailFields = ['alt_texts', 'colour_pictures', 'imprint_area', 'imprint_colours'] as const
export type DetailField = (typeof detailFields)[number]

type Texts = Record<string, string>

/** Adds to a record what these cells say of its pictures, colours and branding methods; the others stay as they are. */
export function withDetails(
  record: ImportRecord,
  cells: Readonly<Partial<Record<DetailField, string>>>,
): { readonly record: ImportRecord; readonly warnings: Readonly<Texts> } {
  const values: Record<string, unknown> = { ...record }
  const warnings: Texts = {}
  const pictures = picturesOf(record)
  const { alt_texts: altCell, colour_pictures: colourCell } = cells
  if (altCell !== undefined) {
    const texts = textsIn(altCell)
    if (texts.length > (pictures?.length ?? 0))
      warnings['alt_texts'] = 'The row has more texts than pictures. The extra texts are not stored'
    const alts = texts.map((text) => factFields.image_alt.safeParse(text))
    const refused = alts.find(({ error }) => error !== undefined)?.error
    if (refused !== undefined)
      warnings['alt_texts'] = `Left out. ${refused.issues[0]?.message ?? 'This was not accepted'}`
    else if (pictures !== undefined)
      Object.assign(
        values,
        picturesOfRow(
          pictures.map((picture, index) => ({ ...picture, alt: alts[index]?.data ?? null })),
          record.pictures !== undefined,
        ),
      )
  }

  /** Reads one cell for the names that the row has in another column. */
  const read = <Value>(
    field: DetailField,
    names: readonly string[],
    what: string,
    asValue: (text: string) => { readonly value: Value } | string,
  ): ReadonlyMap<string, Value> | undefined => {
    const cell = cells[field]
    if (cell === undefined) return undefined
    if (names.length === 0 && cell !== '') warnings[field] = `Not stored: the row has no ${what}`
    const found = valuesByName(cell, names)
    const byName = new Map<string, Value>()
    let problem = typeof found === 'string' ? found : undefined
    for (const [key, text] of typeof found === 'string' ? [] : found) {
      const value = asValue(text)
      if (typeof value === 'string') problem = value
      else byName.set(key, value.value)
    }
    if (problem === undefined) return byName
    warnings[field] = `Left out. ${problem}`
    return undefined
  }

  const { colours = [], branding = [] } = record
  if (colourCell !== undefined) {
    const known = pictures?.map((picture) => nameKey(pictureName(picture)))
    // A list may name pictures for its colours alone.
    const own: NamedPicture[] = []
    const positions = read(
      'colour_pictures',
      colours.map(({ name }) => name),
      'colour',
      (text) => {
        if (known === undefined && (isImageName(text) || /^https?:/i.test(text))) {
          const at = own.findIndex((picture) => nameKey(pictureName(picture)) === nameKey(text))
          if (at !== -1) return { value: at + 1 }
          if (own.length === maxPictures) return `A product may have at most ${maxPictures} pictures`
          return { value: own.push(namedPicture(text)) }
        }
        const position = /^\d$/.test(text) ? Number(text) : (known?.indexOf(nameKey(text)) ?? -1) + 1
        const isThere = position >= 1 && position <= (known?.length ?? maxPictures)
        return isThere ? { value: position } : `"${text}" is neither a picture of this row nor its number`
      },
    )
    if (record.colours !== undefined && positions !== undefined)
      values['colours'] = colours.map((colour) => ({
        ...colour,
        picture_position: positions.get(nameKey(colour.name)) ?? null,
      }))
    if (own.length > 0 && positions !== undefined) Object.assign(values, picturesOfRow(own, true))
  }
  const methods = branding.map(brandingName)
  const { area: areaRule, colours: countRule } = factFields.branding_methods.element.shape
  const ruledBy = (rule: typeof areaRule | typeof countRule) => (text: string) => {
    const checked = rule.safeParse(singleBlanks(text).replace(/^up to (?=\d)|\s?colou?rs?$/gi, ''))
    return checked.success
      ? { value: checked.data }
      : (checked.error.issues[0]?.message ?? 'This was not accepted')
  }
  const areas = read('imprint_area', methods, 'branding method', ruledBy(areaRule))
  const counts = read('imprint_colours', methods, 'branding method', ruledBy(countRule))
  if (record.branding !== undefined && (areas ?? counts) !== undefined)
    values['branding'] = branding.map((method) => ({
      ...(typeof method !== 'string' && method),
      name: brandingName(method),
      ...(areas !== undefined && { area: areas.get(nameKey(brandingName(method))) ?? null }),
      ...(counts !== undefined && { colours: counts.get(nameKey(brandingName(method))) ?? null }),
    }))
  return { record: values as unknown as ImportRecord, warnings } // with these fields of it
}

/** The name of a branding method of a record. */
export const brandingName = (method: NonNullable<ImportRecord['branding']>[number]) =>
  typeof method === 'string' ? method : method.name
