import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import type { ColourQuantity } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { useSyncExternalStore } from 'react'
import {
  inquiryDetailsKey as storageKey,
  onChangeForTabs,
  readForTabs,
  writeForTabs,
} from '../page/browser-storage.ts'
import { type Basket, type BasketItem, type BasketProduct, type BasketStore, asBasketItem } from './basket.ts'

/** A product of an inquiry with the buyer's quantity, note and colours. */
export interface InquiryLine {
  readonly id: string
  readonly name: string
  /** From 1 to `maxQuantity`; null where the buyer entered none. */
  readonly quantity: number | null
  /** At most `maxNoteLength` characters; empty for none. */
  readonly note: string
  /** The wanted colours; missing for none. Where they have quantities, `quantity` is their sum. */
  readonly colours?: readonly ColourQuantity[]
}

/** The contents of an inquiry, without its sender. */
export interface InquiryContent {
  /** In the basket's order. */
  readonly lines: readonly InquiryLine[]
  /** An ISO date; empty for none. */
  readonly neededBy: string
  /** In rupees, from 1 to `maxBudgetPerGift`. */
  readonly budgetPerGift: number | null
  readonly deliveryCity: string
  /** Whether the gifts are to carry the buyer's logo. */
  readonly wantsBranding: boolean
  /** Whether the sender's colleagues see it; missing where they do not. */
  readonly isShared?: boolean
  /** The products to sample, if any. */
  readonly samples?: readonly string[]
}

// The database has the same limits.
export const maxQuantity = 1_000_000
export const maxNoteLength = 200
export const maxBudgetPerGift = 10_000_000
export const maxCityLength = 100
export const maxColours = 50
export const maxColourLength = 60

/** A whole number from 1 to `most`, as typed; null when the text is none. */
export function countIn(text: string, most: number): number | null {
  const count = /^\s*\d+\s*$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= most ? count : null
}

/** Whether an inquiry names its products and nothing more, as the plain one does (product.md, section 7, Leads). */
export function isPlain({ lines, ...extras }: InquiryContent): boolean {
  return (
    lines.every(({ quantity, note, colours }) => quantity === null && note === '' && !colours) &&
    Object.values(extras).every((value) => !value)
  )
}

/** Lines as the database's functions take them. */
export function itemsOf(lines: readonly InquiryLine[]) {
  return lines.map(({ colours, ...line }) => ({
    ...line,
    ...(colours && { colours: colours.map((colour) => ({ ...colour })) }),
  }))
}

/** The input for one product. */
interface TypedLine {
  readonly quantity: string
  readonly note: string
  /** The quantity of each selected colour by its name; empty without a quantity. */
  readonly colours: Readonly<Record<string, string>>
}

/** A line as it is stored: without colours it has the one that its product was added with. */
type StoredLine = Omit<TypedLine, 'colours'> & Partial<TypedLine>

/** The basket's raw input beyond its products. */
export interface InquiryDetails {
  /** Whether the quantities and notes are visible, and count. */
  readonly isOpen: boolean
  /** By product id. */
  readonly lines: Readonly<Record<string, StoredLine>>
  readonly neededBy: string
  readonly budgetPerGift: string
  readonly deliveryCity: string
  readonly wantsBranding: boolean
  /** Whether a sender who shares with colleagues keeps it to themselves. */
  readonly isPrivate: boolean
  /** Of the budget helper. */
  readonly people: string
  readonly total: string
  /** The name and message of a shared link. */
  readonly sharedBy: string
  readonly sharedMessage: string
  /** The inquiry that the basket is added to, by its private link; null for a new one. */
  readonly joins: { readonly token: string; readonly reference: string } | null
}

/** Nothing typed. */
const noDetails: InquiryDetails = {
  isOpen: false,
  lines: {},
  neededBy: '',
  budgetPerGift: '',
  deliveryCity: '',
  wantsBranding: false,
  isPrivate: false,
  people: '',
  total: '',
  sharedBy: '',
  sharedMessage: '',
  joins: null,
}

let parsed: { readonly text: string | null; readonly details: InquiryDetails } = {
  text: null,
  details: noDetails,
}

/** The stored details. */
export function inquiryDetails(): InquiryDetails {
  const text = readForTabs(storageKey)
  if (text !== parsed.text) parsed = { text, details: parseDetails(text) }
  return parsed.details
}

/** Changes some of the details, in all tabs. */
export function changeInquiryDetails(change: Partial<InquiryDetails>): void {
  writeForTabs(storageKey, JSON.stringify({ ...inquiryDetails(), ...change }))
}

/** Changes the input for a product. */
export function changeLine(id: string, change: Partial<TypedLine>): void {
  const { lines } = inquiryDetails()
  changeInquiryDetails({ lines: { ...lines, [id]: { quantity: '', note: '', ...lines[id], ...change } } })
}

/** Empties the fields and hides them. */
export function clearInquiryDetails(): void {
  changeInquiryDetails(noDetails)
}

/** Clears the input for products that are no longer in the basket. */
export function pruneLines(basket: Basket): void {
  const { lines } = inquiryDetails()
  const left = Object.entries(lines).filter(([id]) => basket.some((item) => item.id === id))
  if (left.length < Object.keys(lines).length) changeInquiryDetails({ lines: Object.fromEntries(left) })
}

/** The details, synchronised across tabs. */
export function useInquiryDetails(): InquiryDetails {
  return useSyncExternalStore(subscribe, inquiryDetails)
}

const subscribe = onChangeForTabs(storageKey)

/** The input for a product. */
export function lineOf(
  { lines }: Pick<InquiryDetails, 'lines'>,
  { id, colour }: Pick<BasketItem, 'id' | 'colour'>,
): TypedLine {
  return { quantity: '', note: '', colours: colour === undefined ? {} : { [colour]: '' }, ...lines[id] }
}

/** The names of the colours that have a quantity. */
function countedColours({ colours }: TypedLine): readonly string[] {
  return Object.keys(colours).filter((name) => colours[name] !== '')
}

/** Whether a line's quantity is a sum, which cannot be typed. */
export function isSplit(line: TypedLine): boolean {
  return countedColours(line).length > 1
}

/** A line's raw quantity, or the sum of its colours. */
export function quantityOf(line: TypedLine): string {
  const counted = countedColours(line).map((name) => line.colours[name] ?? '')
  if (counted.length < 2) return counted[0] ?? line.quantity
  return String(counted.reduce((sum, text) => sum + (countIn(text, maxQuantity) ?? 0), 0))
}

/** A line with another quantity, which is that of its only colour (product.md, section 2, Inquiry basket). */
export function withQuantity(line: TypedLine, quantity: string): TypedLine {
  const counted = countedColours(line)
  const [only, ...others] = counted.length > 0 ? counted : Object.keys(line.colours)
  return only === undefined || others.length > 0
    ? { ...line, quantity }
    : { ...line, colours: { ...line.colours, [only]: quantity } }
}

/** The colours of a line to send: those with quantities or, without any, all selected ones. */
function coloursOf({ colours }: TypedLine, hasQuantities: boolean): readonly ColourQuantity[] {
  const chosen = Object.entries(colours).map(([name, text]) => ({
    name,
    quantity: hasQuantities ? countIn(text, maxQuantity) : null,
  }))
  const counted = chosen.filter(({ quantity }) => quantity !== null)
  return counted.length > 0 ? counted : chosen
}

/** The inquiry for the basket. */
export function inquiryOf(basket: Basket, stored: InquiryDetails): InquiryContent {
  const { isOpen } = stored
  return {
    lines: basket.map((item) => {
      const { id, name } = item
      const line = lineOf(stored, item)
      const colours = coloursOf(line, isOpen)
      return {
        id,
        name,
        quantity: isOpen ? countIn(quantityOf(line), maxQuantity) : null,
        note: isOpen ? line.note.trim() : '',
        ...(colours.length > 0 && { colours }),
      }
    }),
    neededBy: stored.neededBy,
    budgetPerGift: countIn(stored.budgetPerGift, maxBudgetPerGift),
    deliveryCity: stored.deliveryCity.trim(),
    wantsBranding: stored.wantsBranding,
  }
}

/** Anything but texts counts as empty: another version may have stored it. */
function parseDetails(stored: string | null): InquiryDetails {
  const { lines, ...values }: Record<string, unknown> = recordOf(parseJson(stored))
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const [token = '', reference = ''] = ['token', 'reference'].map((name) =>
    text(recordOf(values['joins'])[name]),
  )
  return {
    isOpen: values['isOpen'] === true,
    lines: Object.fromEntries(
      Object.entries(recordOf(lines)).map(([id, line]) => {
        const { quantity, note, colours } = recordOf(line)
        const counts = Object.entries(recordOf(colours)).map(([name, count]) => [name, text(count)])
        const chosen = colours === undefined ? {} : { colours: Object.fromEntries(counts) }
        return [id, { quantity: text(quantity), note: text(note), ...chosen }]
      }),
    ),
    neededBy: text(values['neededBy']),
    budgetPerGift: text(values['budgetPerGift']),
    deliveryCity: text(values['deliveryCity']),
    wantsBranding: values['wantsBranding'] === true,
    isPrivate: values['isPrivate'] === true,
    people: text(values['people']),
    total: text(values['total']),
    sharedBy: text(values['sharedBy']),
    sharedMessage: text(values['sharedMessage']),
    joins: token === '' || reference === '' ? null : { token, reference },
  }
}

interface LineToAdd {
  readonly product: BasketProduct
  readonly quantity: number | null
  readonly note: string
  readonly colours?: readonly ColourQuantity[] | null | undefined
}

/**
 * Puts products with their quantities, notes and colours into the basket. The visitor's own input for a product
 * stays.
 * @returns the names of the products whose input stayed
 */
export function addLines(store: BasketStore, lines: readonly LineToAdd[]): readonly string[] {
  const kept: string[] = []
  for (const { product, quantity, note, colours } of lines) {
    store.add(asBasketItem(product))
    const item = store.get().find(({ id }) => id === product.id) ?? product
    const typed = lineOf(inquiryDetails(), item)
    const isTyped = typed.quantity !== '' || typed.note !== '' || Object.keys(typed.colours).length > 0
    const isPlain = quantity === null && note === ''
    if (isTyped) kept.push(product.name)
    if (isTyped || (isPlain && !colours)) continue
    changeLine(product.id, {
      quantity: quantity?.toString() ?? '',
      note,
      colours: Object.fromEntries(
        (colours ?? []).map(({ name, quantity: count }) => [name, count?.toString() ?? '']),
      ),
    })
    if (!isPlain) changeInquiryDetails({ isOpen: true })
  }
  return kept
}
