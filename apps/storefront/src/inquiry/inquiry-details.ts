import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { useSyncExternalStore } from 'react'

import { inquiryDetailsKey as storageKey, readStored, writeStored } from '../page/browser-storage.ts'
import { asBasketItem, type Basket, type BasketProduct, type BasketStore } from './basket.ts'
import { countIn, type InquiryContent, maxBudgetPerGift, maxQuantity } from './inquiry.ts'

/** What is typed for one product. */
interface TypedLine {
  readonly quantity: string
  readonly note: string
}

/** What is typed into the basket beyond its products, as it is typed. */
export interface InquiryDetails {
  /** Whether the quantities and notes are visible, and count. */
  readonly isOpen: boolean
  /** By product id. */
  readonly lines: Readonly<Record<string, TypedLine>>
  readonly neededBy: string
  readonly budgetPerGift: string
  readonly deliveryCity: string
  readonly wantsBranding: boolean
  /** Of the budget helper. */
  readonly people: string
  readonly total: string
  /** What goes with a shared link: a name and a message. */
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
  people: '',
  total: '',
  sharedBy: '',
  sharedMessage: '',
  joins: null,
}

/** What the browser did not store. */
let unstored: string | null = null
let parsed: { readonly text: string | null; readonly details: InquiryDetails } = {
  text: null,
  details: noDetails,
}

/** The stored details. */
export function inquiryDetails(): InquiryDetails {
  const text = unstored ?? readStored('localStorage', storageKey)
  if (text !== parsed.text) parsed = { text, details: parseDetails(text) }
  return parsed.details
}

/** Changes some of the details, in all tabs. */
export function changeInquiryDetails(change: Partial<InquiryDetails>): void {
  const text = JSON.stringify({ ...inquiryDetails(), ...change })
  // What cannot be stored lasts as long as the page.
  unstored = writeStored('localStorage', storageKey, text) ? null : text
  // The event of a change in this tab.
  window.dispatchEvent(new Event(storageKey))
}

/** Changes what is typed for a product. */
export function changeLine(id: string, change: Partial<TypedLine>): void {
  const { lines } = inquiryDetails()
  changeInquiryDetails({ lines: { ...lines, [id]: { ...lineOf({ lines }, id), ...change } } })
}

/** Empties the fields and hides them. */
export function clearInquiryDetails(): void {
  changeInquiryDetails(noDetails)
}

/** Clears what was typed for products that are no longer in the basket. */
export function pruneLines(basket: Basket): void {
  const { lines } = inquiryDetails()
  const left = Object.entries(lines).filter(([id]) => basket.some((item) => item.id === id))
  if (left.length < Object.keys(lines).length) changeInquiryDetails({ lines: Object.fromEntries(left) })
}

/** The details, synchronised across tabs. */
export function useInquiryDetails(): InquiryDetails {
  return useSyncExternalStore(subscribe, inquiryDetails)
}

function subscribe(listener: () => void): () => void {
  const listening = new AbortController()
  for (const type of ['storage', storageKey]) {
    window.addEventListener(type, listener, { signal: listening.signal })
  }
  return () => listening.abort()
}

/** What is typed for a product. */
export function lineOf({ lines }: Pick<InquiryDetails, 'lines'>, id: string): TypedLine {
  return lines[id] ?? { quantity: '', note: '' }
}

/** The inquiry for the basket. */
export function inquiryOf(basket: Basket, stored: InquiryDetails): InquiryContent {
  const withLines = stored.isOpen ? stored : noDetails
  return {
    lines: basket.map(({ id, name }) => {
      const { quantity, note } = lineOf(withLines, id)
      return { id, name, quantity: countIn(quantity, maxQuantity), note: note.trim() }
    }),
    neededBy: stored.neededBy,
    budgetPerGift: countIn(stored.budgetPerGift, maxBudgetPerGift),
    deliveryCity: stored.deliveryCity.trim(),
    wantsBranding: stored.wantsBranding,
  }
}

/** Anything but texts counts as empty: another version may have stored it. */
function parseDetails(stored: string | null): InquiryDetails {
  const { lines, ...values }: Record<string, unknown> = Object(parseJson(stored))
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const [token = '', reference = ''] = ['token', 'reference'].map((name) =>
    text(Object(values['joins'])[name]),
  )
  return {
    isOpen: values['isOpen'] === true,
    lines: Object.fromEntries(
      Object.entries(Object(lines)).map(([id, line]) => {
        const { quantity, note } = Object(line)
        return [id, { quantity: text(quantity), note: text(note) }]
      }),
    ),
    neededBy: text(values['neededBy']),
    budgetPerGift: text(values['budgetPerGift']),
    deliveryCity: text(values['deliveryCity']),
    wantsBranding: values['wantsBranding'] === true,
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
}

/** Puts products with their quantities and notes into the basket. What the visitor has typed for one stays. */
export function addLines(store: BasketStore, lines: readonly LineToAdd[]): void {
  for (const { product, quantity, note } of lines) {
    store.add(asBasketItem(product))
    const typed = lineOf(inquiryDetails(), product.id)
    const isTyped = typed.quantity !== '' || typed.note !== ''
    if (isTyped || (quantity === null && note === '')) continue
    changeLine(product.id, { quantity: quantity?.toString() ?? '', note })
    changeInquiryDetails({ isOpen: true })
  }
}
