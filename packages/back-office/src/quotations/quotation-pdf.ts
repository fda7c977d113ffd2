import pdfMake, { type Content, type TableCell } from 'pdfmake/build/pdfmake.js'

import { legalHints } from '@giftwell/shared/legal/legal-hints.ts'
import { amountInWords } from '@giftwell/shared/quotations/amount-in-words.ts'
import type { Amounts, QuotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import { percent, rupees } from '@giftwell/shared/kernel/money.ts'
import { dayText, momentText } from '@giftwell/shared/kernel/india-time.ts'
import { gstStates, type PlaceOfSupply } from '@giftwell/shared/quotations/place-of-supply.ts'
import {
  chosenLines,
  type ChosenQuotationLine,
  type QuotationChoice,
  type QuotationContent,
  quotationName,
} from '@giftwell/shared/quotations/quotation.ts'

/** The seller as a version that was sent says it. */
interface PrintedSeller {
  readonly legal_name: string | null
  readonly address: string | null
  readonly gstin: string | null
  readonly state: string | null
  readonly is_composition: boolean
  readonly bank_details: string | null
  readonly credit_note: string | null
}

/** How a version was accepted, as far as it is printed. */
interface Acceptance {
  readonly choice: QuotationChoice
  readonly figures: QuotationFigures
  readonly name: string
  readonly purchase_order?: string | null
  readonly at: string
}

/** A version that was sent. */
export interface PrintedVersion {
  readonly revision: number
  readonly sent_at: string
  /** A day, as 2026-12-31. */
  readonly valid_until: string
  readonly content: QuotationContent
  readonly frozen: {
    readonly seller: PrintedSeller
    readonly place: PlaceOfSupply
    readonly choice: QuotationChoice
    readonly figures: QuotationFigures
  }
  readonly accepted: Acceptance | null
}

/** The font's two weights, with Latin and Devanagari, in base64. */
export type PdfFonts = Record<'normal' | 'bold', string>

const mark = '#4a2545'
const quiet = '#5f5468'
const hairline = '#cfc4b6'
const spaceBelow: [number, number, number, number] = [0, 0, 0, 10]

/**
 * A quotation as a PDF of A4 pages with the frozen figures, or those that were accepted (product.md, section 2, Quotations).
 *
 * @param pictures data URLs of JPEG pictures in the ratio of a card, by the address of the line's picture
 */
export function quotationPdf(
  number: string,
  version: PrintedVersion,
  pictures: Readonly<Record<string, string>>,
  fonts: PdfFonts,
): Promise<Uint8Array> {
  const name = quotationName(number, version.revision)
  const { content, frozen, accepted } = version
  const { figures, choice } = accepted ?? frozen
  pdfMake.addVirtualFileSystem(fonts)
  pdfMake.setFonts({ Noto: { normal: 'normal', bold: 'bold' } })
  return pdfMake
    .createPdf({
      info: { title: `Quotation ${name}`, author: frozen.seller.legal_name ?? '' },
      language: 'en-IN',
      pageSize: 'A4',
      pageMargins: [36, 36, 36, 48],
      defaultStyle: { font: 'Noto', fontSize: 8.5, lineHeight: 1.1 },
      images: { ...pictures },
      footer: (page, pages) => ({
        margin: [36, 14, 36, 0],
        color: quiet,
        fontSize: 7.5,
        columns: [
          `Quotation ${name}. Not a tax invoice.`,
          { text: `page ${page} of ${pages}`, alignment: 'right' },
        ],
      }),
      content: [
        head(name, version),
        parties(version),
        ...(content.message === null ? [] : [{ text: content.message, margin: spaceBelow }]),
        lines(version, figures, choice, pictures),
        totals(version, figures),
        ...alternatives(content, chosenLines(content, choice)),
        foot(version),
      ],
    })
    .getBuffer()
}

const counts = new Intl.NumberFormat('en-IN')

function head(name: string, { sent_at: sentAt, valid_until: validUntil, frozen }: PrintedVersion): Content {
  const { legal_name: legalName, address, gstin } = frozen.seller
  return {
    margin: spaceBelow,
    columns: [
      {
        width: '*',
        stack: [
          { text: legalName ?? '', bold: true, fontSize: 13, color: mark },
          address ?? '',
          gstin === null ? '' : `GSTIN ${gstin}`,
        ],
      },
      {
        width: 'auto',
        alignment: 'right',
        stack: [
          { text: 'Quotation', bold: true, fontSize: 18, color: mark },
          { text: name, bold: true },
          momentText(sentAt),
          `Valid until ${dayText(validUntil)}`,
        ],
      },
    ],
  }
}

function parties({ content: { buyer }, frozen: { place } }: PrintedVersion): Content {
  const state = (code: string | null) => gstStates.find((one) => one.code === code)?.name ?? ''
  const address = (label: string, text: string | null, code: string | null) =>
    text === null && code === null
      ? []
      : [{ text: label, color: quiet }, [text, state(code)].filter(Boolean).join('\n')]
  const to = [
    { text: 'To', color: quiet },
    { text: buyer.company, bold: true },
    buyer.name,
    ...(buyer.gstin === null ? [] : [`GSTIN ${buyer.gstin}`]),
    ...address('Billing address', buyer.billing_address, buyer.billing_state),
  ]
  const facts = [
    ...address('Delivery address', buyer.delivery_address ?? buyer.delivery_city, buyer.delivery_state),
    ...(buyer.needed_by === null ? [] : [`Needed by ${dayText(buyer.needed_by)}`]),
    { text: 'Place of supply', color: quiet },
    `${state(place.state)} (${place.state})`,
    ...(place.tax === 'zero' ? ['Special economic zone: supply under LUT without payment of IGST'] : []),
  ]
  return { margin: spaceBelow, columnGap: 24, columns: [{ stack: to }, { stack: facts }] }
}

/** A column of the lines; its text by a line and its amounts. */
interface LineColumn {
  readonly head: string
  readonly width: string
  readonly cell: (line: ChosenQuotationLine, amounts: Amounts, index: number) => TableCell
}

function lines(
  { content, frozen: { place } }: PrintedVersion,
  figures: QuotationFigures,
  choice: QuotationChoice,
  pictures: Readonly<Record<string, string>>,
): Content {
  const right = (...texts: string[]) => ({
    alignment: 'right' as const,
    noWrap: true,
    stack: texts.map((text, index) => (index === 0 ? text : { text, color: quiet, fontSize: 7 })),
  })
  const hasTax = place.tax !== 'none' && place.tax !== 'zero'
  const columns: readonly LineColumn[] = [
    { head: 'No.', width: 'auto', cell: (_line, _amounts, index) => String(index + 1) },
    { head: 'Item', width: '*', cell: (line) => item(line, pictures) },
    { head: 'HSN', width: 'auto', cell: ({ hsn }) => hsn ?? '' },
    { head: 'Quantity', width: 'auto', cell: ({ quantity }) => right(counts.format(quantity)) },
    { head: 'Price', width: 'auto', cell: ({ price_paise: price }) => right(rupees(price)) },
    {
      head: hasTax ? 'Taxable value' : 'Amount',
      width: 'auto',
      cell: (_line, { taxable, discount }) =>
        right(rupees(taxable), ...(discount === 0 ? [] : [`less ${rupees(discount)}`])),
    },
    ...(hasTax
      ? [
          {
            head: 'GST',
            width: 'auto',
            cell: ({ gst_rate: rate }: ChosenQuotationLine, { cgst, sgst, igst }: Amounts) =>
              right(rupees(cgst + sgst + igst), percent(rate ?? 0)),
          },
        ]
      : []),
    {
      head: 'Total',
      width: 'auto',
      cell: ({ is_charge: isCharge }, { total, per_gift: perGift }) =>
        right(
          rupees(total),
          ...(isCharge || perGift === null ? [] : [`${rupees(perGift)} per gift, all in`]),
        ),
    },
  ]
  const heading = (group: string): TableCell[] => [
    { text: group, bold: true, colSpan: columns.length, color: mark },
    ...columns.slice(1).map(() => ''),
  ]
  const chosen = chosenLines(content, choice)
  return {
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: columns.map(({ width }) => width),
      body: [
        columns.map((column, index) => ({
          text: column.head,
          bold: true,
          noWrap: true,
          alignment: index < 3 ? 'left' : 'right',
        })),
        ...chosen.flatMap((line, index) => {
          const { group } = line
          const amounts = figures.lines[index]
          const row = columns.map(({ cell }) => (amounts === undefined ? '' : cell(line, amounts, index)))
          return group !== null && group !== chosen[index - 1]?.group ? [heading(group), row] : [row]
        }),
      ],
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0,
      hLineColor: () => hairline,
      paddingLeft: (index) => (index === 0 ? 0 : 5),
      paddingRight: (index) => (index === columns.length - 1 ? 0 : 5),
    },
  }
}

function item(line: ChosenQuotationLine, pictures: Readonly<Record<string, string>>): TableCell {
  const { name, colour, code, note, image_url: image } = line
  const texts = [
    { text: colour === null ? name : `${name} in ${colour}`, bold: true },
    ...[code, note].filter((text) => text !== null).map((text) => ({ text, color: quiet, fontSize: 7.5 })),
  ]
  if (image === null || pictures[image] === undefined) return { stack: texts }
  return {
    columnGap: 6,
    columns: [
      { image, width: 36, height: 27 },
      { stack: texts, width: '*' },
    ],
  }
}

function totals({ frozen: { place } }: PrintedVersion, figures: QuotationFigures): Content {
  const {
    amount,
    discount,
    taxable,
    cgst,
    sgst,
    igst,
    round_off: roundOff,
    total,
    per_gift: perGift,
  } = figures
  const taxes: Record<PlaceOfSupply['tax'], [string, number][]> = {
    none: [],
    zero: [['IGST', 0]],
    igst: [['IGST', igst]],
    cgst_sgst: [
      ['CGST', cgst],
      ['SGST', sgst],
    ],
    cgst_utgst: [
      ['CGST', cgst],
      ['UTGST', sgst],
    ],
  }
  const rows: [string, number][] = [
    ...(discount === 0
      ? []
      : ([
          ['Amount', amount],
          ['Discount', -discount],
        ] as [string, number][])),
    ...(place.tax === 'none' ? [] : ([['Taxable value', taxable]] as [string, number][])),
    ...taxes[place.tax],
    ...(roundOff === 0 ? [] : ([['Round off', roundOff]] as [string, number][])),
  ]
  const row = (label: string, text: string) => [label, { text, alignment: 'right' as const }]
  return {
    unbreakable: true,
    margin: [0, 8, 0, 12],
    columns: [
      {
        width: '*',
        margin: [0, 0, 24, 0],
        stack: [{ text: 'Total in words', color: quiet }, amountInWords(total)],
      },
      {
        width: 'auto',
        layout: 'noBorders',
        table: {
          body: [
            ...rows.map(([label, paise]) => row(label, rupees(paise))),
            row('Total', rupees(total)).map((cell) => ({ ...asText(cell), bold: true, fontSize: 11 })),
            ...(perGift === null ? [] : [row('per gift, all in', rupees(perGift))]),
          ],
        },
      },
    ],
  }
}

const asText = (cell: string | { text: string; alignment: 'right' }) =>
  typeof cell === 'string' ? { text: cell } : cell

/** What else is offered: other quantities of a line, and other lines of an option. */
function alternatives({ lines: all }: QuotationContent, chosen: readonly ChosenQuotationLine[]): Content[] {
  const others = all.flatMap((line) => {
    const selected = chosen.find(({ id }) => id === line.id)?.quantity
    return line.quantities
      .filter(({ quantity }) => quantity !== selected)
      .map(({ quantity, price_paise: price }) => [
        [line.option, line.colour === null ? line.name : `${line.name} in ${line.colour}`]
          .filter((text) => text !== null)
          .join(': '),
        { text: counts.format(quantity), alignment: 'right' as const },
        { text: `${rupees(price ?? 0)} each, before tax`, alignment: 'right' as const },
      ])
  })
  if (others.length === 0) return []
  return [
    { text: 'Also offered', bold: true, color: mark, margin: [0, 0, 0, 2] },
    {
      table: { widths: ['*', 'auto', 'auto'], body: others },
      layout: 'lightHorizontalLines',
      margin: spaceBelow,
    },
  ]
}

function foot({ content, frozen: { seller, place }, accepted }: PrintedVersion): Content {
  const part = (title: string, text: string | null) =>
    text === null
      ? []
      : [
          { text: title, bold: true, color: mark },
          { text, margin: spaceBelow },
        ]
  const rate = place.tax === 'none' ? null : 'GST is charged at the rate on the invoice’s date.'
  const composition = seller.is_composition
    ? 'Composition taxable person, not eligible to collect tax on supplies.'
    : null
  return {
    stack: [
      ...part('Accepted', accepted && `Accepted by ${accepted.name} on ${momentText(accepted.at)}.`),
      ...part('Bank details', seller.bank_details),
      ...part('Terms', content.terms),
      ...part(
        'Input tax credit',
        seller.credit_note &&
          `${legalHints.giftCredit.text} (${legalHints.giftCredit.clause})\n${seller.credit_note}`,
      ),
      [composition, rate, 'This is a quotation, not a tax invoice.']
        .filter((text) => text !== null)
        .join(' '),
    ],
  }
}
