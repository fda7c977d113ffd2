import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import { maxPictures } from '@giftwell/shared/products/product-facts.ts'
import type { RowMessages } from './import-format.ts'
import type { ImportRecord, RecordColour } from './product-import.ts'
import { pictureName, picturesOf, picturesOfRow } from './read-facts.ts'

/** The key of one product's rows: our code, else the supplier's with the supplier, since suppliers may share codes. */
function productKey({ code, supplier, supplier_code: supplierCode }: ImportRecord): string | undefined {
  if (code) return `code ${nameKey(code)}`
  return supplierCode ? `supplier ${[supplier ?? '', supplierCode].map(nameKey).join('\n')}` : undefined
}

interface JoinedRows {
  readonly records: readonly ImportRecord[]
  readonly warnings: readonly RowMessages[]
  /** How many products come in several rows. */
  readonly severalRows: number
}

/** Joins the rows of a product at the position of the first; otherwise reports rows with another's code. */
export function joinRows(records: readonly ImportRecord[], joins: boolean): JoinedRows {
  const coded = records.filter((record) => productKey(record) !== undefined)
  const several = [...Map.groupBy(coded, productKey).values()].filter((group) => group.length > 1)
  const warnings: RowMessages[] = []
  const replaced = new Map<ImportRecord, ImportRecord | null>()
  for (const [first, ...others] of several) {
    if (first === undefined) continue
    if (joins) {
      for (const other of others) replaced.set(other, null)
      replaced.set(first, joined(first, others, warnings))
      continue
    }
    const field = first.code ? 'code' : 'supplier_code'
    for (const other of others) {
      const errors = { ...other.errors, [field]: `Row ${first.number} has the same code` }
      replaced.set(other, { ...other, errors })
    }
  }
  return {
    records: records.flatMap((record) => {
      const instead = replaced.get(record)
      return instead === null ? [] : [instead ?? record]
    }),
    warnings,
    severalRows: several.length,
  }
}

const isEmpty = (value: unknown) =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0)

/** The fields that are made of all rows. */
const joinedFields = new Set(['number', 'errors', 'colours', 'image', 'image_url', 'image_alt', 'pictures'])

/** Joins the rows of one product: colours and pictures of all, otherwise the first value. */
function joined(first: ImportRecord, others: readonly ImportRecord[], warnings: RowMessages[]): ImportRecord {
  const rows = [first, ...others]
  const values: Record<string, unknown> = { ...first }
  const errors: Record<string, string> = {}
  for (const row of rows) {
    Object.assign(errors, row.errors)
    const different: Record<string, string> = {}
    for (const [field, value] of Object.entries(row)) {
      if (joinedFields.has(field)) continue
      if (isEmpty(values[field])) values[field] = value
      else if (!isEmpty(value) && nameKey(JSON.stringify(value)) !== nameKey(JSON.stringify(values[field])))
        different[field] = `Differs from row ${first.number}, which is used`
    }
    if (Object.keys(different).length > 0) warnings.push({ number: row.number, errors: different })
  }

  const pictures = [
    ...new Map(rows.flatMap((row) => picturesOf(row) ?? []).map((one) => [pictureName(one), one])).values(),
  ]
  if (pictures.length > maxPictures)
    warnings.push({
      number: first.number,
      errors: { pictures: `Of ${pictures.length} pictures the first ${maxPictures} are taken` },
    })
  const taken = pictures.slice(0, maxPictures)
  const colours = new Map<string, RecordColour>()
  for (const row of rows) {
    const own = picturesOf(row)?.map(pictureName)
    for (const colour of row.colours ?? []) {
      const { picture_position: named = row.colours?.length === 1 ? 1 : null } = colour
      const shown = own === undefined || named === null ? undefined : own[named - 1]
      const position = taken.findIndex((picture) => pictureName(picture) === shown) + 1
      const pointed = position > 0 ? { picture_position: position } : {}
      colours.set(nameKey(colour.name), { ...colour, ...pointed, ...colours.get(nameKey(colour.name)) })
    }
  }
  for (const field of ['image', 'image_url', 'image_alt', 'pictures']) delete values[field]
  return {
    ...(values as Omit<ImportRecord, 'number' | 'errors'>), // those of the rows
    ...(rows.some(picturesOf) &&
      picturesOfRow(
        taken,
        rows.some((row) => row.pictures !== undefined),
      )),
    ...(rows.some((row) => row.colours !== undefined) && { colours: [...colours.values()] }),
    number: first.number,
    rows: others.map(({ number }) => number),
    errors,
  }
}
