import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import type { Sheet } from '../import/sheet.ts'
import { isDay } from '../list/list-filters.tsx'
import type { OrderLine, OrderPlace } from './order-requests.ts'

/** A place as it is saved; one without an id is new. */
export type SavedPlace = Omit<OrderPlace, 'id'> & { readonly id?: string }

/** The places of a sheet, and what is wrong with its rows. */
export interface ImportedPlaces {
  readonly places: readonly SavedPlace[]
  readonly problems: readonly string[]
}

/** What the titles of columns say; several columns of an address are one. */
const columns: readonly (readonly [string, RegExp])[] = [
  ['pin', /\bpin|postal|zip/],
  ['address', /address|street|city|town|state|landmark|area/],
  ['phone', /phone|mobile|tel|contact no/],
  ['quantity', /qty|quantity|pieces|\bpcs\b|number of/],
  ['day', /deliver.*(on|by|date|day)|^date|\bday\b/],
  ['gift', /gift|product|item/],
  ['recipient', /name|recipient|employee|person/],
]

/** Reads the places of a sheet of addresses by the titles of its first row; a row without a quantity has one gift. */
export function placesOf({ rows: [head, ...rows] }: Sheet, lines: readonly OrderLine[]): ImportedPlaces {
  const kinds = (head?.cells ?? []).map((title) => columns.find(([, form]) => form.test(nameKey(title)))?.[0])
  if (!kinds.includes('address')) {
    return { places: [], problems: ['The first row has no title “Address”.'] }
  }
  const read = rows.map(({ number, cells }) => {
    const all = (kind: string) =>
      cells.filter((cell, column) => kinds[column] === kind && cell.trim() !== '').map((cell) => cell.trim())
    const [gift] = all('gift')
    const line =
      gift === undefined ? undefined : lines.find(({ name }) => nameKey(name ?? '') === nameKey(gift))
    const [day] = all('day')
    const deliverOn = day === undefined ? null : dayOf(day)
    const [quantityText = '1'] = all('quantity')
    const quantity = Number(quantityText.replaceAll(',', ''))
    const address = all('address').join(', ')
    const pin = all('pin')[0]?.replaceAll(/\D/g, '') ?? ''
    const problem = [
      address === '' && 'the address is missing',
      address.length > 400 && 'the address has more than 400 characters',
      !(Number.isInteger(quantity) && quantity >= 1) && `“${quantityText}” is no quantity`,
      pin !== '' && !/^[1-9]\d{5}$/.test(pin) && 'a PIN code has six digits',
      deliverOn === undefined && `“${day ?? ''}” is no day like 2026-12-31`,
      gift !== undefined && line === undefined && `“${gift}” is not in the order`,
    ].find(Boolean)
    if (problem) return `Row ${number}: ${problem}.`
    return {
      line_id: line?.line_id ?? null,
      recipient: all('recipient')[0] ?? null,
      address,
      pin_code: pin === '' ? null : pin,
      phone: all('phone')[0] ?? null,
      quantity,
      deliver_on: deliverOn ?? null,
    }
  })
  return {
    places: read.filter((row) => typeof row !== 'string'),
    problems: read.filter((row) => typeof row === 'string'),
  }
}

/** A day as 2026-12-31, or as people in India write it: 31/12/2026, 31-12-26; undefined for none. */
function dayOf(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(text) ?? []
  const found =
    year === '' ? text : `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(found) ? found : undefined
}
