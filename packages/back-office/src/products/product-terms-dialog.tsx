import { Table } from '@mantine/core'

import { rupeesOf } from '@giftwell/shared/kernel/form-rules.ts'
import { factLabels, termsOf } from '@giftwell/shared/products/product-facts.ts'
import type { Product } from '@giftwell/shared/products/products.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import { costOf } from './product-rows.tsx'

interface ProductTermsDialogProps {
  readonly opened: boolean
  /** The product that was opened last. */
  readonly product: Product | undefined
  readonly onClose: () => void
}

/** A product's terms for sales, who read them and do not write (product.md, section 2, Admin products). */
export function ProductTermsDialog({ opened, product, onClose }: ProductTermsDialogProps) {
  const { close } = useDialogEntry({ opened, onClose })
  return (
    <Dialog opened={opened} onClose={close} title={product?.name ?? ''} size="520px">
      <Table variant="vertical" layout="fixed" withTableBorder={false}>
        <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
          {(product === undefined ? [] : rowsOf(product)).map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w="45%">{label}</Table.Th>
              <Table.Td style={{ whiteSpace: 'pre-line' }}>{value ?? '-'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}

function rowsOf(product: Product): readonly (readonly [string, string | number | null | undefined])[] {
  const { supplier, supplier_code: code, hsn, gst_rate: rate, gst_rate_from: since, note } = termsOf(product)
  const { lead_days_from: from, lead_days_to: to } = product
  const prices = product.product_price_breaks
    .toSorted((one, other) => one.quantity - other.quantity)
    .map(({ quantity, price_paise }) => `From ${quantity.toLocaleString()}: Rs.${rupeesOf(price_paise)}`)
  return [
    [factLabels.code, product.code],
    [factLabels.supplier, supplier],
    ['Supplier code', code],
    [factLabels.cost, costOf(product)],
    [factLabels.price_breaks, prices.join('\n') || null],
    [factLabels.hsn, hsn],
    [factLabels.gst_rate, rate],
    [factLabels.gst_rate_from, since && day.format(new Date(`${since}T12:00`))],
    [factLabels.min_quantity, product.min_quantity?.toLocaleString()],
    ['Lead time (working days)', [from, to].filter((days) => days !== null).join(' to ') || null],
    [factLabels.note, note],
  ]
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
