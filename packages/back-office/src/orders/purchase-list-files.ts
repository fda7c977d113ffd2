import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import type { PdfTable } from '../quotations/table-pdf.ts'
import { purchaseColumns, type PurchaseList, purchaseTotal } from './purchase-lists.ts'

/** The name of a supplier, or its placeholder. */
export const supplierName = (supplier: string | null) => supplier ?? 'No supplier'

const titleOf = ({ order }: PurchaseList) => `Purchase list ${order}`

/** The header above the lines. */
function factsOf({ supplier, neededBy }: PurchaseList): readonly string[] {
  return [supplierName(supplier), ...(neededBy === null ? [] : [`Needed by ${dayText(neededBy)}`])]
}

/** The rows of a list, with that of its total where all costs are known. */
function rowsOf(list: PurchaseList): readonly (readonly string[])[] {
  const columns = purchaseColumns(list)
  const total = purchaseTotal(list)
  const rows = list.lines.map((line) => columns.map(({ text }) => text(line)))
  return total === null ? rows : [...rows, ['Total', ...columns.slice(2).map(() => ''), rupees(total)]]
}

/** A purchase list as a document, for a worker to draw. */
export function purchaseTable(list: PurchaseList, author: string): PdfTable {
  return {
    title: titleOf(list),
    author,
    facts: factsOf(list),
    columns: purchaseColumns(list).map(({ text: _text, number: _number, ...column }) => column),
    rows: rowsOf(list),
  }
}

/** A purchase list as a workbook. */
export async function purchaseWorkbook(list: PurchaseList): Promise<Blob> {
  const { xlsxWriter } = await import('../list/xlsx-writer.ts')
  const writer = xlsxWriter()
  const columns = purchaseColumns(list)
  const total = purchaseTotal(list)
  writer.add([
    columns.map(({ header }) => header),
    ...list.lines.map((line) => columns.map(({ text, number }) => number?.(line) ?? text(line))),
    ...(total === null ? [] : [['Total', ...columns.slice(2).map(() => ''), total / 100]]),
  ])
  return writer.finish()
}

/** A purchase list as the text of an e-mail. */
export function purchaseText(list: PurchaseList): string {
  const total = purchaseTotal(list)
  const lines = list.lines.map(({ supplierCode, code, name, colour, quantity, costPaise }) =>
    [
      `${quantity} × ${name}${colour === null ? '' : ` in ${colour}`}`,
      supplierCode !== null && `your code ${supplierCode}`,
      code !== null && `our code ${code}`,
      costPaise !== null && `${rupees(costPaise)} each, ${rupees(costPaise * quantity)}`,
    ]
      .filter(Boolean)
      .join(', '),
  )
  const foot = total === null ? [] : ['', `Total ${rupees(total)}`]
  return [titleOf(list), ...factsOf(list), '', ...lines, ...foot].join('\n')
}

/** The default name of a list's file, without the extension. */
export function purchaseName({ order, supplier }: PurchaseList): string {
  const words = supplierName(supplier)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return ['purchase-list', order.replaceAll('/', '-'), ...(words ?? [])].join('-')
}
