import { dayText } from '../kernel/india-time.ts'
import { percent, rupees } from '../kernel/money.ts'
import { quotationSheet, type QuotationSheet, type SheetLine, type SheetVersion } from './quotation-sheet.ts'

/** A revision's changes of one item: for "Steel mug", "Price: ₹450.00 (was ₹500.00)". */
export interface QuotationChange {
  readonly about: string
  readonly texts: readonly string[]
}

/**
 * A revision's changes that its buyer can see, line by line (product.md, section 2, A quotation's page). Lines are
 * compared by their ids. The sheets have no seller-only data.
 */
export function quotationChanges(before: SheetVersion, after: SheetVersion): readonly QuotationChange[] {
  const old = quotationSheet({ ...before, accepted: null })
  const now = quotationSheet({ ...after, accepted: null })
  const lines = new Map(old.lines.map((line) => [line.line.id, line]))
  const ids = new Set(now.lines.map(({ line }) => line.id))
  const [oldParts, newParts] = [partsOf(old), partsOf(now)]
  const hasChoices = old.toChoose.length + now.toChoose.length > 0
  const changes = [
    ...now.lines.map((line) => ({ about: line.name, texts: changesOfLine(lines.get(line.line.id), line) })),
    ...old.lines
      .filter(({ line }) => !ids.has(line.id))
      .map(({ name }) => ({ about: name, texts: ['Removed'] })),
    { about: 'Discount', texts: changed(discountText(before), discountText(after)) },
    // Of several choices the page computes it.
    { about: now.total.label, texts: hasChoices ? [] : changed(old.total.text, now.total.text) },
    { about: 'Valid until', texts: changed(dayOf(before), dayOf(after)) },
    ...[...new Set([...oldParts.keys(), ...newParts.keys()])].map((about) => ({
      about,
      texts: changedText(oldParts.get(about), newParts.get(about)),
    })),
  ]
  return changes.filter(({ texts }) => texts.length > 0)
}

/** The buyer, the facts and the sections of a sheet by their labels. */
function partsOf({ buyer, facts, sections }: QuotationSheet): ReadonlyMap<string, string> {
  return new Map([
    ...facts.map(({ label, text }) => [label, text] as const),
    [buyer.label, [buyer.name, ...buyer.lines].join('\n')],
    ...sections.map(({ title, text }) => [title, text] as const),
  ])
}

function changesOfLine(
  before: SheetLine | undefined,
  { line, offers, hsn, rate, mrp }: SheetLine,
): readonly string[] {
  const offered = (all: SheetLine['offers']) => all.map(({ text }) => text).join(', ')
  if (before === undefined) return [`Added: ${offered(offers)}`]
  const { line: old, offers: oldOffers } = before
  const [offer, oldOffer] = offers.length + oldOffers.length === 2 ? [offers[0], oldOffers[0]] : []
  return [
    ...labelled('Name', old.name, line.name),
    ...labelled('Colour', old.colour, line.colour),
    ...(offer && oldOffer
      ? [
          ...labelled('Quantity', oldOffer.quantity, offer.quantity),
          ...labelled('Price', oldOffer.price, offer.price),
        ]
      : labelled('Quantities', offered(oldOffers), offered(offers))),
    ...labelled('Code', old.code, line.code),
    ...changed(before.hsn, hsn),
    ...changed(before.rate, rate),
    ...changed(before.mrp, mrp),
    ...labelled('Group', old.group, line.group),
    ...labelled('Option', old.option, line.option),
    ...labelled('Note', old.note, line.note),
  ]
}

type Text = string | null | undefined

function labelled(label: string, before: Text, now: Text): readonly string[] {
  return changed(before, now).map((text) => `${label}: ${text}`)
}

function changed(before: Text, now: Text): readonly string[] {
  const [old, text] = [before ?? '', now ?? '']
  if (old === text) return []
  if (old === '') return [`${text} (new)`]
  return [`${text === '' ? 'none' : text} (was ${old})`]
}

/** The changes of a text; for several lines the added and removed ones. */
function changedText(before: Text, now: Text): readonly string[] {
  const [old, lines] = [before, now].map((text) => (text ? text.split('\n') : []))
  if (old === undefined || lines === undefined || Math.max(old.length, lines.length) < 2)
    return changed(before, now)
  return [
    ...lines.filter((line) => line && !old.includes(line)).map((line) => `Added: ${line}`),
    ...old.filter((line) => line && !lines.includes(line)).map((line) => `Removed: ${line}`),
  ]
}

const dayOf = ({ valid_until: day }: SheetVersion) => (day === '' ? null : dayText(day))

function discountText({ content: { discount } }: SheetVersion): string | null {
  if (discount === null) return null
  return 'percent' in discount ? percent(discount.percent) : rupees(discount.paise)
}
