import { paiseIn } from '@giftwell/shared/kernel/form-rules.ts'
import { singleBlanks } from './sheet.ts'

/** Words and signs around an approximate value. */
const approximate =
  /^(?:approx(?:imately|\.)?|appx\.?|about|around|circa|ca\.?|nearly|[~≈±])\s*|[\s,(]*(?:approx(?:imately|\.)?|appx\.?|\+\/-\s*\d*\s*%?|±\s*\d*\s*%?)\)?$/gi

/** A longer cell is no number, size or price. */
const maxLength = 300

/** A cell of a number with single blanks, and without what says that it is about right. */
export function plainNumber(cell: string): string {
  const text = singleBlanks(cell)
  return text.length > maxLength ? 'too long' : text.replaceAll(approximate, '').trim()
}

const piece = String.raw`(?:pcs?|pieces?|nos?|numbers?|units?|each|ea|qty|sets?|pairs?)`
const box = String.raw`(?:box(?:es)?|packs?|packets?|pkts?|cartons?|ctns?|cases?|master packs?)`
const perBox = new RegExp(
  String.raw`(?:\/|\bper|\bfor|\ba)?\s*(?:(doz(?:en)?s?)|${box}\s*(?:of|\(|=|x|:)?\s*(\d{1,5})?)\b[^\d]*$`,
  'i',
)

const saysPerBox = new RegExp(String.raw`(?:\/|\bper|\ba)\s*(?:doz|${box})`, 'i')

const piecesAlone = new RegExp(String.raw`^${piece}\.?(?: (?:only|min(?:imum)?))?$`, 'i')
const perPiece = new RegExp(String.raw`\s*(?:\/-)?\s*(?:\/|per)?\s*${piece}\.?$`, 'i')

/** The pieces in a text's unit: 12 for "per dozen" and "box of 12"; NaN for a box of unknown size. */
function piecesPer(text: string): number | undefined {
  const found = perBox.exec(text.slice(0, maxLength))
  return found === null ? undefined : found[1] === undefined ? Number(found[2] ?? NaN) : 12
}

/** A number of pieces as the form takes it, of "MOQ 100 Nos", "5K", "1 box (12 pcs)" and "100+ pcs per colour". */
export function pieces(cell: string): string {
  const text = plainNumber(cell)
    .replace(/^(?:moq|min(?:imum)?\.?(?: order)?(?: qty| quantity)?|from|at least)\.?\s*[:=-]?\s*/i, '')
    .replace(/\s*(?:\/|per)\s*(?:colou?r|design|size|model|sku|order)\.?$/i, '')
  const [, digits = '', thousands, rest = ''] =
    /^(\d[\d,]*,\d{3}|\d+)(?:\.0+)?\s?(k\b)?\s*(?:[-–]\s*\d[\d,]*\s*)?\+?\s*(.*?)\+?$/i.exec(text) ?? []
  const count = Number(digits.replaceAll(',', '')) * (thousands === undefined ? 1 : 1000)
  if (digits === '') return text
  if (rest === '' || piecesAlone.test(rest)) return String(count)
  const each = piecesPer(rest)
  return each === undefined || Number.isNaN(each) ? text : String(count * each)
}

/** Rupees per piece in the form's notation, from "INR 245 per pc + GST", "2.45E+2" and "Rs. 1,200 per box of 12"; the box may also be in the title. */
export function rupeesPerPiece(cell: string, title = ''): string {
  const bare = plainNumber(cell)
    .replace(
      /[\s,(]*(?:(?:\+|plus|excl(?:\.|uding|usive of)?|exclusive of)\s*(?:\d[\d.]*\s*%\s*)?(?:gst|tax(?:es)?)\b|(?:gst|tax(?:es)?)\b(?=.* extra\b))[\s@]*(?:\d[\d.]*\s*%)?\s*(?:extra)?\)?$/i,
      '',
    )
    .replace(/\s*(?:only|net|nett)\.?$/i, '')
  if (/^(?:free|f\.?o\.?c\.?|complimentary|no charge)$/i.test(bare)) return '0'
  const each = piecesPer(bare) ?? (saysPerBox.test(title) ? piecesPer(title) : undefined)
  const amount = bare
    .replace(perBox, '')
    .replace(perPiece, '')
    .replace(/^(?:@|price|rate)\s*:?\s*/i, '')
    .replace(/\s*\/[-=]?$/, '')
    .trim()
  const spaced = /^(.*?)(\d{1,3}(?: \d{2,3})+(?:\.\d+)?)$/.exec(amount)
  const joined = spaced === null ? amount : `${spaced[1] ?? ''}${(spaced[2] ?? '').replaceAll(' ', '')}`
  const plain = /^\d+(?:\.\d+)?e[+-]?\d+$/i.test(joined) ? String(Number(joined)) : joined
  if (each === undefined) return plain
  const perOne = paiseIn(plain) / 100 / each
  return Number.isFinite(perOne) ? perOne.toFixed(2) : cell
}

const open = String.raw`(?:\+|(?:&|and|or) (?:above|up|more|over)|onwards|above|up|more)`
const least = String.raw`(?:(up ?to|below|under|less than|<=?)|(above|over|more than|>=?|from|min\.?|for|@))?`
const range = String.raw`(\d[\d,]*)(k\b)?(?:\s*(?:-|–|—|to)\s*(\d[\d,]*)(?:k\b)?)?`
const quantities = String.raw`${least}\s*${range}\s*${piece}?\.?\s*${open}?\s*${piece}?\.?`

/** The quantity from which a price holds. */
function quantityFrom(
  below: string | undefined,
  above: string | undefined,
  digits: string,
  thousands?: string,
): number {
  const quantity = Number(digits.replaceAll(',', '')) * (thousands === undefined ? 1 : 1000)
  if (below !== undefined) return 1
  // "Above 499" is what follows "250 to 499".
  return above !== undefined && /^(?:above|over|more|>$)/i.test(above) && quantity % 10 === 9
    ? quantity + 1
    : quantity
}

const day = String.raw`(?:0?[1-9]|[12]\d|3[01])`
const year = String.raw`(?:${day}[./-]){0,2}20[1-4]\d(?: ?[-–/] ?(?:20)?\d\d){0,2}(?!\d| ?(?:${piece}\b|${open}|k\b|[-–/] ?\d))`
const shortYears = String.raw`${day}[./-]${day}[./-]\d\d|24-25|25-26|26-27|27-28|28-29|29-30`
const yearForm = new RegExp(
  String.raw`(?:\b(?:w\.?e\.?f\.?|as on|from|since|fy|year)[ :.'-]*)?(?<![\d,.])(?:${year}|(?:${shortYears})(?![\d-]| ?${piece}\b))`,
  'i',
)

/** A title without the year, business year or day since which its prices hold, and that year's last digits; a title without one holds now. */
export function withoutYear(title: string): { readonly text: string; readonly year: number } {
  const [found] = yearForm.exec(title.slice(0, maxLength)) ?? []
  if (found === undefined) return { text: title, year: 100 }
  return {
    text: title.replace(found, '').trim(),
    year: Number(/20(\d\d)/.exec(found)?.[1] ?? found.slice(-2)),
  }
}

const titleForm = new RegExp(
  String.raw`^[\s:.(@-]*(?:(?:price|rate|qty|quantity|slab|cost|unit price|rs|inr|₹|per (?:pc|piece|unit)|for|of)[\s:.(@-]*)*${quantities}[\s):,/(.-]*(?:(?:price|rate|cost|rs|inr|₹|per|box|of(?: \d{1,4}\b)?|a|pc|piece|in|each)[\s):,/(.-]*)*$`,
  'i',
)

/** The quantity that a title names, "100 Pcs", "1000+" or "500 & above", and whether it says more than a number. */
export function quantityInTitle(
  title: string,
): { readonly quantity: number; readonly isNamed: boolean } | undefined {
  const { text } = withoutYear(singleBlanks(title.slice(0, 100)))
  const [, below, above, digits, thousands] = titleForm.exec(text) ?? []
  if (digits === undefined) return undefined
  return { quantity: quantityFrom(below, above, digits, thousands), isNamed: !/^[\d,. ]+$/.test(text) }
}

const breakForm = new RegExp(
  String.raw`^(?:qty\.?|quantity|price)?\s*${quantities}\s*(?:[:=@]|(?<=[a-z+.] ?)[-–]|[-–](?=\s*(?:rs|inr|₹))|(?=rs|inr|₹)|\/(?=\s*(?:rs\.?|inr|₹)?\s*\d))\s*(.+)$`,
  'i',
)
/** Between a price and the next quantity, which is written without a comma or with thousands: "100:1,245,250:1,199". */
const nextBreak = new RegExp(
  String.raw`(?<=[:=@/–-][^;|\n:=@]{0,40}\d(?:\/-)?)(?: ?[,/] ?| )(?=(?:[1-9]\d{0,5}|\d{1,2},\d00)(?: ?[-–] ?\d+)?\+? ?${piece}?\.?\+? ?(?:[:=@]|(?<=[a-z] ?)[-–]|\/ ?\d))`,
  'gi',
)

/** The prices by quantity in a cell, as rows of the form: "100:245; 250:229", "100-249 pcs Rs 245, 500 & above Rs 229". */
export function breaksIn(cell: string, title: string): { quantity: string; price: string }[] {
  return singleBlanks(cell)
    .replaceAll(nextBreak, ';')
    .split(/[;|\n]|,\s/)
    .map((part) => part.trim().slice(0, maxLength))
    .filter((part) => part !== '')
    .map((part) => {
      const [, below, above, digits, thousands, , price = ''] = breakForm.exec(part) ?? []
      return digits === undefined
        ? { quantity: part, price: '' }
        : {
            quantity: String(quantityFrom(below, above, digits, thousands)),
            price: rupeesPerPiece(price, title),
          }
    })
}

/** Words around a rate, which say nothing of how much it is. */
const rateWords =
  /\b(?:[cisu]|ut)?gst\b|\b(?:tax|vat|rate|extra|applicable|as|at|plus|incl(?:uded|usive|uding)?|excl(?:uded|usive|uding)?|of|percent|per cent|pct)\b\.?|[%@:=()]/gi

/** The rates of GST that are or were. */
const ratesOfGst = new Set([0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40])

/**
 * The tax rate that a cell names, "GST @18%", "Nil", "9+9", "CGST 9% + SGST 9%", "GST 18%, IGST 18%" and the 0.18 that a spreadsheet has
 * for 18%; undefined if invalid, as for a single half, or halves of no rate of GST.
 */
export function percentIn(cell: string): string | undefined {
  const text = plainNumber(cell)
  if (/^(?:nil|nil rated|exempt(?:ed)?|zero(?: rated)?|tax free|free|no (?:gst|tax)|non.?gst)$/i.test(text))
    return '0'
  const numbers = text
    .replaceAll(rateWords, ' ')
    .split(/[\s+&/,]+/)
    .filter((part) => part !== '')
  if (!numbers.every((number) => /^\d*\.?\d+$/.test(number)) || numbers.length > 3) return undefined
  const [one, two, three] = numbers.map(Number)
  if (one === undefined) return undefined
  const isHalf = /\b(?:c|s|ut)gst\b/i.test(text)
  const isOfHalves = /\bcgst\b/i.test(text) && /\b(?:s|ut)gst\b/i.test(text)
  const isWhole = /\bigst\b/i.test(text)
  if (two === undefined) {
    if (isHalf) return undefined
    const percent = Math.round(one * 1000) / 10
    const isPart = !ratesOfGst.has(one) && ratesOfGst.has(percent) && !/%|per/i.test(text)
    return String(isPart ? percent : one)
  }
  let rate = NaN
  if (three !== undefined) rate = two === three && one === two * 2 ? one : NaN
  else if (one === two && !(isOfHalves && isWhole))
    rate = isWhole ? one : isOfHalves || text.includes('+') ? one * 2 : NaN
  return ratesOfGst.has(rate) ? String(rate) : undefined
}
