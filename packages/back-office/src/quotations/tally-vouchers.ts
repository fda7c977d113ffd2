import { gstStates, otherCountry } from '@giftwell/shared/quotations/gst-states.ts'
import type { AccountingDocument } from './accounting-documents.ts'

/** The XML before and after the vouchers of a TallyPrime import (docs/accounting.md). */
export const tallyHead =
  '<?xml version="1.0" encoding="UTF-8"?>\n<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>' +
  '<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME></REQUESTDESC><REQUESTDATA>\n'
export const tallyFoot = '</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n'

/** The ledgers that vouchers name; one of another name has these as its alias in TallyPrime. */
const ledgers = {
  sales: 'Sales',
  cgst: 'CGST',
  sgst: 'SGST',
  utgst: 'UTGST',
  igst: 'IGST',
  roundOff: 'Round Off',
}

type Content = readonly (readonly [tag: string, content: string | null | Content])[]

/** An accepted quotation as an optional sales voucher, which counts in no book before the accountant regularises it. */
export function tallyVoucher(document: AccountingDocument): string {
  const { buyer, number, purchase_order: order, accepted_on: day } = document
  const party = buyer.company.trim() === '' ? buyer.name : buyer.company
  const stateTax = document.tax === 'cgst_utgst' ? ledgers.utgst : ledgers.sgst
  const sums: readonly (readonly [string, string])[] = [
    [ledgers.cgst, document.cgst],
    [stateTax, document.sgst],
    [ledgers.igst, document.igst],
    [ledgers.roundOff, document.round_off],
  ]
  const voucher: Content = [
    ['DATE', dateOf(day ?? document.date)],
    ['VOUCHERTYPENAME', 'Sales'],
    ['ISOPTIONAL', 'Yes'],
    ['REFERENCE', number],
    ['REFERENCEDATE', dateOf(document.date)],
    ['NARRATION', `Quotation ${number}${order === null ? '' : `, purchase order ${order}`}`],
    ['PARTYLEDGERNAME', party],
    ['PARTYNAME', party],
    ['PARTYGSTIN', buyer.gstin],
    ['STATENAME', stateOf(buyer.billing_state)],
    ['PLACEOFSUPPLY', stateOf(document.place_of_supply)],
    ['PERSISTEDVIEW', 'Invoice Voucher View'],
    ['ISINVOICE', 'Yes'],
    entry(party, negated(document.total), [['ISPARTYLEDGER', 'Yes']]),
    ...document.lines.map((line) =>
      entry(ledgers.sales, line.taxable, [
        ['GSTHSNNAME', line.hsn],
        [
          'BASICUSERDESCRIPTION.LIST',
          [['BASICUSERDESCRIPTION', `${line.quantity} x ${line.description} at ${line.price}`]],
        ],
        ...ratesOf(document.tax, line.gst_rate),
      ]),
    ),
    ...sums.flatMap(([ledger, amount]) => (amount === '0.00' ? [] : [entry(ledger, amount)])),
  ]
  return `<TALLYMESSAGE xmlns:UDF="TallyUDF"><VOUCHER VCHTYPE="Sales" ACTION="Create" OBJVIEW="Invoice Voucher View">${xml(voucher)}</VOUCHER></TALLYMESSAGE>\n`
}

/** A credit is positive, a debit negative; all entries of a voucher add up to nothing. */
function entry(ledger: string, amount: string, more: Content = []): Content[number] {
  const isDebit = amount.startsWith('-')
  return [
    'LEDGERENTRIES.LIST',
    [['LEDGERNAME', ledger], ['ISDEEMEDPOSITIVE', isDebit ? 'Yes' : 'No'], ...more, ['AMOUNT', amount]],
  ]
}

/** The rates of a line by their heads; none where the quotation shows no tax. */
function ratesOf(tax: AccountingDocument['tax'], rate: string): Content {
  const half = (Number(rate) / 2).toFixed(3).replace(/0$/, '')
  const heads =
    tax === 'igst'
      ? [['IGST', rate]]
      : tax.startsWith('cgst')
        ? [
            ['CGST', half],
            ['SGST/UTGST', half],
          ]
        : []
  return heads.map(([head = '', value = '']) => [
    'RATEDETAILS.LIST',
    [
      ['GSTRATEDUTYHEAD', head],
      ['GSTRATE', value],
    ],
  ])
}

/** A total, which is never negative, as a debit. */
const negated = (amount: string) => (amount === '0.00' ? amount : `-${amount}`)

const dateOf = (day: string) => day.replaceAll('-', '')

/** A state as TallyPrime writes it; null outside India. */
function stateOf(code: string | null): string | null {
  const name = code === otherCountry ? null : (gstStates.find((state) => state.code === code)?.name ?? null)
  return name === 'Dadra and Nagar Haveli and Daman and Diu'
    ? 'Dadra & Nagar Haveli and Daman & Diu'
    : (name?.replace(/ and /, ' & ') ?? null)
}

/** Tags without a content are left out. */
function xml(content: Content): string {
  return content
    .map(([tag, value]) => {
      if (value === null) return ''
      return `<${tag}>${typeof value === 'string' ? escaped(value) : xml(value)}</${tag}>`
    })
    .join('')
}

/** A text on one line, without what XML cannot have. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
