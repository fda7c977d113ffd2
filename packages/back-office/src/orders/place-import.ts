import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import type { Sheet } from '../import/sheet.ts'
import { isDay } from '../list/list-filters.tsx'
import type { OrderLine, OrderPlace } from './order-requests.ts'

/** A place as it is saved; one without an id is new. */
export type SavedPlace = Omit<OrderPlace, 'id'> & { readonly id?: string }

/** The places of a sheet, and the errors of its rows. */
export interface ImportedPlaces {
  readonly places: readonly SavedPlace[]
  readonly problems: readonly string[]
  /** The columns that were read, by their titles. */
  readonly read: readonly { readonly what: string; readonly titles: readonly string[] }[]
  /** The titles of columns that are left out. */
  readonly leftOut: readonly string[]
}

/** The meanings of column titles; e-mail addresses and ids are left out, and several columns of an address are joined. */
const columns: readonly (readonly [string, RegExp])[] = [
  ['none', /\be-?mail|\bids?\b/],
  ['PIN code', /\bpin ?code|\bpin\b|\bzip|\bpost(al)? ?code/],
  ['Address', /address|street|city|town|\bstate\b|landmark|\barea\b/],
  ['Phone', /phone|mobile|\btel|contact no/],
  ['Quantity', /qty|quantity|pieces|\bpcs\b|number of/],
  ['Deliver on', /deliver.*(on|by|date|day)|^date|\bday\b/],
  ['Gift', /gift|product|item/],
  ['Recipient', /name|recipient|employee|person/],
]
const facts = columns.map(([what]) => what).filter((what) => what !== 'none')

/** The meaning of each column; of several recipient columns the one with "name" in its title. */
function kindsOf(titles: readonly string[]): readonly (string | undefined)[] {
  const kinds = titles.map((title) => columns.find(([, form]) => form.test(nameKey(title)))?.[0])
  const recipients = titles.filter((_, column) => kinds[column] === 'Recipient')
  const named = recipients.find((title) => /name/.test(nameKey(title))) ?? recipients[0]
  return kinds.map((kind, column) => (kind === 'Recipient' && titles[column] !== named ? undefined : kind))
}

/** Reads the places of a sheet of addresses by the titles of its first row; a row without a quantity has one gift. */
export function placesOf({ rows: [head, ...rows] }: Sheet, lines: readonly OrderLine[]): ImportedPlaces {
  const titles = head?.cells ?? []
  const kinds = kindsOf(titles)
  const titlesOf = (what: string) => titles.filter((_, column) => kinds[column] === what)
  const found = {
    read: facts.map((what) => ({ what, titles: titlesOf(what) })).filter((one) => one.titles.length > 0),
    leftOut: titles.filter((title, column) => title.trim() !== '' && !facts.includes(kinds[column] ?? '')),
  }
  if (!kinds.includes('Address')) {
    return { places: [], problems: ['The first row has no title “Address”.'], ...found }
  }
  const places = rows.map(({ number, cells }) => {
    const all = (kind: string) =>
      cells.filter((cell, column) => kinds[column] === kind && cell.trim() !== '').map((cell) => cell.trim())
    const [gift] = all('Gift')
    const line =
      gift === undefined ? undefined : lines.find(({ name }) => nameKey(name ?? '') === nameKey(gift))
    const [day] = all('Deliver on')
    const deliverOn = day === undefined ? null : dayOf(day)
    const [quantityText = '1'] = all('Quantity')
    const quantity = Number(quantityText.replaceAll(',', ''))
    const address = all('Address').join(', ')
    const pin = all('PIN code')[0]?.replaceAll(/\D/g, '') ?? ''
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
      recipient: all('Recipient')[0] ?? null,
      address,
      pin_code: pin === '' ? null : pin,
      phone: all('Phone')[0] ?? null,
      quantity,
      deliver_on: deliverOn ?? null,
    }
  })
  return {
    places: places.filter((row) => typeof row !== 'string'),
    problems: places.filter((row) => typeof row === 'string'),
    ...found,
  }
}

/** A day as 2026-12-31, or as people in India write it: 31/12/2026, 31-12-26; undefined for none. */
function dayOf(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(text) ?? []
  const found =
    year === '' ? text : `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(found) ? found : undefined
}
