import { z } from 'zod'

import {
  optionalEmailAddress,
  optionalPercent,
  optionalRupees,
  optionalText,
  requiredCount,
  requiredText,
  rupeesOf,
} from '@giftwell/shared/kernel/form-rules.ts'
import { hasChoices } from '@giftwell/shared/quotations/choices.ts'
import { cleanGstin } from '@giftwell/shared/quotations/gstin.ts'
import { type Discount, quotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import {
  chosenLines,
  type QuotationContent,
  type QuotationLine,
  type SentVersion,
} from '@giftwell/shared/quotations/quotation.ts'

/** The most lines of a quotation, and the most quantities of one of them. */
export const [mostLines, mostQuantities] = [200, 4]

const hundredths = (percent: number) => Math.round(percent * 100)

const orEmpty = (text: string | null) => text ?? ''

const quantity = z.object({
  quantity: requiredCount('Quantity', 1_000_000),
  price_paise: optionalRupees('Price'),
})

const line = z.object({
  id: z.string(),
  product_id: z.string().nullable(),
  code: z.string().nullable(),
  image_url: z.string().nullable(),
  is_charge: z.boolean(),
  name: requiredText('Name', 200),
  colour: optionalText('Colour', 200),
  note: optionalText('Note', 500),
  group: optionalText('Group', 60),
  option: optionalText('Option', 60),
  hsn: optionalText('HSN', 20).refine(
    (code) => code === null || /^(\d{4}|\d{6}|\d{8})$/.test(code),
    'HSN must have 4, 6 or 8 digits',
  ),
  gst_rate: optionalPercent('GST rate').transform((rate) => rate && hundredths(rate)),
  quantities: z.array(quantity).superRefine((offers, { addIssue }) => {
    for (const [index, { quantity: count }] of offers.entries())
      if (offers.findIndex((one) => one.quantity === count) < index)
        addIssue({ code: 'custom', path: [index, 'quantity'], message: `${count} is offered twice` })
  }),
})

const buyer = z.object({
  name: optionalText('Name', 200).transform(orEmpty),
  company: optionalText('Company', 200).transform(orEmpty),
  email: optionalEmailAddress('E-mail').transform(orEmpty),
  phone: optionalText('Phone', 50).transform(orEmpty),
  gstin: optionalText("Buyer's GSTIN", 40).transform((text) => text && cleanGstin(text)),
  gstin_as_stated: z.boolean(),
  billing_address: optionalText('Billing address', 400),
  billing_state: z.string().transform((code) => code || null),
  delivery_address: optionalText('Delivery address', 5000),
  delivery_state: z.string().transform((code) => code || null),
  is_sez: z.boolean(),
  zero_rating: z.enum(['lut', 'igst']).nullable(),
  is_pharmaceutical: z.boolean().nullable(),
  place: z.string().transform((code) => code || null),
  place_reason: optionalText('Reason for the place of supply', 200),
  delivery_city: optionalText('Delivery city', 100),
  needed_by: z.string().transform((day) => day || null),
})

/** "7 %" is a percentage, and any other number rupees; empty is saved as null. */
const discount = z.string().transform((text, { addIssue }): Discount | null => {
  const isPercent = text.trim().endsWith('%')
  const { data, error } = isPercent
    ? optionalPercent('Discount').safeParse(text)
    : optionalRupees('Discount').safeParse(text)
  if (error) addIssue({ code: 'custom', message: 'Enter a discount like 7 % or 2500' })
  if (data == null) return null
  return isPercent ? { percent: hundredths(data) } : { paise: data }
})

/** The rules of a draft (product.md, section 5), whose output is saved. */
export const draftRules = z.object({
  buyer,
  message: optionalText('Message', 2000),
  terms: optionalText('Terms', 5000),
  discount,
  price_reason: optionalText('Reason for the price', 500).transform((text) => text ?? undefined),
  prints_mrp: z.boolean().transform((prints) => prints || undefined),
  valid_until: z.iso.date('Enter the last day on which the buyer can accept it'),
  lines: z.array(line),
})

/** Lenient rules for the totals while typing: invalid values are empty, and required ones get a default. */
const lenientRules = draftRules.extend({
  buyer: buyer.extend({
    name: buyer.shape.name.catch(''),
    company: buyer.shape.company.catch(''),
    email: buyer.shape.email.catch(''),
    phone: buyer.shape.phone.catch(''),
    gstin: buyer.shape.gstin.catch(null),
    billing_address: buyer.shape.billing_address.catch(null),
    delivery_address: buyer.shape.delivery_address.catch(null),
    place_reason: buyer.shape.place_reason.catch(null),
    delivery_city: buyer.shape.delivery_city.catch(null),
  }),
  message: draftRules.shape.message.catch(null),
  terms: draftRules.shape.terms.catch(null),
  discount: discount.catch(null),
  price_reason: draftRules.shape.price_reason.catch(undefined),
  valid_until: draftRules.shape.valid_until.catch('2000-01-01'),
  lines: z.array(
    line.extend({
      name: line.shape.name.catch('-'),
      colour: line.shape.colour.catch(null),
      note: line.shape.note.catch(null),
      group: line.shape.group.catch(null),
      option: line.shape.option.catch(null),
      hsn: line.shape.hsn.catch(null),
      gst_rate: line.shape.gst_rate.catch(null),
      quantities: z.array(
        quantity.extend({
          quantity: quantity.shape.quantity.catch(1),
          price_paise: quantity.shape.price_paise.catch(null),
        }),
      ),
    }),
  ),
})

/** A draft's raw input. */
export type Draft = z.input<typeof draftRules>
/** A line's raw input. */
export type DraftLine = Draft['lines'][number]

/** A stored version as its form has it. */
export function draftOf({ content, valid_until }: Pick<SentVersion, 'content' | 'valid_until'>): Draft {
  const { buyer: stored, discount: reduction, lines, message, terms } = content
  return {
    buyer: {
      ...stored,
      gstin: stored.gstin ?? '',
      billing_address: stored.billing_address ?? '',
      billing_state: stored.billing_state ?? '',
      delivery_address: stored.delivery_address ?? '',
      delivery_state: stored.delivery_state ?? '',
      place: stored.place ?? '',
      place_reason: stored.place_reason ?? '',
      delivery_city: stored.delivery_city ?? '',
      needed_by: stored.needed_by ?? '',
      is_pharmaceutical: stored.is_pharmaceutical ?? null,
      gstin_as_stated: stored.gstin_as_stated ?? false,
      zero_rating: stored.zero_rating ?? null,
    },
    message: message ?? '',
    terms: terms ?? '',
    discount: discountText(reduction),
    price_reason: content.price_reason ?? '',
    prints_mrp: content.prints_mrp ?? false,
    valid_until,
    lines: lines.map(draftLine),
  }
}

/** A discount in rupees as the same of the first choice in another way: in per cent, or as a price at each quantity. */
export function otherDiscounts(
  draft: Draft,
  { content }: Pick<ReadDraft, 'content'>,
): { readonly percent: string; readonly prices: Pick<Draft, 'discount' | 'lines'> } | null {
  const { discount: typed } = content
  if (typed === null || !('paise' in typed) || !hasChoices(content)) return null
  const { amount, discount: paise } = quotationFigures(chosenLines(content, {}), typed, 'none', false)
  if (amount === 0) return null
  const rate = Math.round((paise * 10_000) / amount)
  const lines = draft.lines.map((each, index) => ({
    ...each,
    quantities: each.quantities.map((offer, at) => {
      const price = content.lines[index]?.quantities[at]?.price_paise ?? null
      return price === null
        ? offer
        : { ...offer, price_paise: rupeesOf(Math.round((price * (10_000 - rate)) / 10_000)) }
    }),
  }))
  return { percent: `${percentText(rate)} %`, prices: { discount: '', lines } }
}

/** A draft as its buyer would read it now: with the MRP of its products where it is printed. */
export function withMrp(
  content: QuotationContent,
  offered: Readonly<Record<string, { readonly mrp_paise?: number | null }>>,
): QuotationContent {
  if (content.prints_mrp !== true) return content
  const lines = content.lines.map((each) => ({ ...each, mrp_paise: offered[each.id]?.mrp_paise ?? null }))
  return { ...content, lines }
}

/** A stored line as its form has it. */
function draftLine(stored: QuotationLine): DraftLine {
  return {
    ...stored,
    colour: stored.colour ?? '',
    note: stored.note ?? '',
    group: stored.group ?? '',
    option: stored.option ?? '',
    hsn: stored.hsn ?? '',
    gst_rate: stored.gst_rate === null ? '' : percentText(stored.gst_rate),
    quantities: stored.quantities.map(({ quantity: count, price_paise: price }) => ({
      quantity: String(count),
      price_paise: price === null ? '' : rupeesOf(price),
    })),
  }
}

/** Hundredths of a per cent as people write them: "18", "2.5". */
export function percentText(rate: number): string {
  return String(rate / 100)
}

function discountText(stored: Discount | null): string {
  if (stored === null) return ''
  return 'percent' in stored ? `${percentText(stored.percent)} %` : rupeesOf(stored.paise)
}

/** A new line: of a product, free, or a charge. */
export function newLine(known: Partial<DraftLine>): DraftLine {
  return {
    id: crypto.randomUUID(),
    product_id: null,
    code: null,
    image_url: null,
    is_charge: false,
    name: '',
    colour: '',
    note: '',
    group: '',
    option: '',
    hsn: '',
    gst_rate: '',
    quantities: [{ quantity: '1', price_paise: '' }],
    ...known,
  }
}

/** The problems of a line by its fields: "hsn", or "price_paise 0" of its first quantity. */
export function readLine(typed: DraftLine): ReadonlyMap<string, string> {
  const issues = line.safeParse(typed).error?.issues ?? []
  return new Map(issues.map(({ path, message }) => [fieldOf(path), message] as const))
}

const fieldOf = (path: readonly PropertyKey[]) => [path.at(-1), ...path.slice(1, -1)].map(String).join(' ')

/** A draft's content to save, and its problems by path: "discount", or "ID hsn" for a line. */
export interface ReadDraft {
  /** The content from the valid values; an invalid value counts as empty. */
  readonly content: QuotationContent
  readonly problems: ReadonlyMap<string, string>
}

/** Parses the input. */
export function readDraft(draft: Draft): ReadDraft {
  const read = draftRules.safeParse(draft)
  const problems = new Map(
    read.error?.issues.map(({ path, message }) => [pathOf(draft, path), message] as const),
  )
  const { valid_until: _, ...content } = read.data ?? lenientRules.parse(draft)
  if (content.discount !== null && 'paise' in content.discount && hasChoices(content))
    problems.set('discount', 'A discount in rupees is for a quotation without choices')
  return { content, problems }
}

/** "ID price_paise 0" for the path ["lines", 3, "quantities", 0, "price_paise"], since lines move. */
function pathOf(draft: Draft, path: readonly PropertyKey[]): string {
  const [first, index, ...rest] = path
  if (first !== 'lines') return String(path.at(-1))
  return `${draft.lines[Number(index)]?.id ?? ''} ${fieldOf(rest)}`
}
