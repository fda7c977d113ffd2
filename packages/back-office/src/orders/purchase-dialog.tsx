import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { ListState } from '../list/list-card.tsx'
import { pdfInWorker } from '../quotations/pdf-in-worker.ts'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import { useSeesMargin } from '../staff/use-sees-margin.ts'
import {
  purchaseName,
  purchaseTable,
  purchaseText,
  purchaseWorkbook,
  supplierName,
} from './purchase-list-files.ts'
import { purchaseColumns, type PurchaseList, purchaseListsQuery, purchaseTotal } from './purchase-lists.ts'
import { CopyButton } from '../screen/buttons.tsx'

interface PurchaseDialogProps {
  /** The order's id. */
  readonly order: string
  readonly onClose: () => void
}

/** An order's purchase list for each supplier, to send to them (product.md, section 2, Orders). Nothing is ordered automatically. */
export function PurchaseDialog({ order, onClose }: PurchaseDialogProps) {
  const lists = useQuery(purchaseListsQuery(useBackend(), order, useSeesMargin()))
  const { close } = useDialogEntry({ opened: true, onClose })
  return (
    <Dialog opened onClose={close} title="Purchase list" size="1080px">
      {lists.data === undefined ? (
        <ListState list={lists} />
      ) : (
        <Stack gap={24}>
          {lists.data.map((list) => (
            <SupplierList key={list.supplier ?? ''} list={list} />
          ))}
        </Stack>
      )}
    </Dialog>
  )
}

/** On a phone the name and the quantity come first; the files and the text have all columns. */
const wide = (header: string) =>
  ['Supplier code', 'Our code', 'Needed by'].includes(header) ? { visibleFrom: 'sm' } : {}

function SupplierList({ list }: { readonly list: PurchaseList }) {
  const columns = purchaseColumns(list)
  const total = purchaseTotal(list)
  const name = supplierName(list.supplier)
  return (
    <section aria-label={name}>
      <Group justify="space-between" gap={8} mb={8}>
        <Text component="h3" fw={600}>
          {name}
        </Text>
        <ListActions list={list} />
      </Group>
      {/* It scrolls by keyboard, too. */}
      <Table.ScrollContainer
        minWidth={440}
        type="native"
        role="group"
        aria-label={`Lines of ${name}`}
        tabIndex={0}
      >
        <Table className="tabular">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ header, isRight = false }) => (
                <Table.Th key={header} scope="col" ta={isRight ? 'right' : 'left'} {...wide(header)}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.lines.map((line) => (
              <Table.Tr key={line.id}>
                {columns.map(({ header, text, isRight = false }) => (
                  <Table.Td key={header} ta={isRight ? 'right' : 'left'} {...wide(header)}>
                    {text(line)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {total !== null && (
        <Text ta="right" mt={8} fw={600}>
          Total {rupees(total)}
        </Text>
      )}
    </section>
  )
}

function ListActions({ list }: { readonly list: PurchaseList }) {
  const platform = usePlatform()
  const site = useSite()
  const saving = useMutation({
    meta: { failed: 'Error preparing the purchase list' },
    mutationFn: async (kind: 'pdf' | 'xlsx') => {
      const content = await (kind === 'pdf'
        ? pdfInWorker({ table: purchaseTable(list, site.name) })
        : purchaseWorkbook(list))
      return platform.saveFile({ name: `${purchaseName(list)}.${kind}`, content })
    },
  })
  const save = (kind: 'pdf' | 'xlsx') => () => {
    if (!saving.isPending) saving.mutate(kind)
  }
  // `disabled` would lose the focus.
  const waiting = { 'aria-disabled': saving.isPending, 'data-disabled': saving.isPending }
  return (
    <Group gap={8}>
      <Button variant="default" size="sm" {...waiting} onClick={save('pdf')}>
        {saving.isPending && saving.variables === 'pdf' ? 'Preparing PDF...' : 'Download PDF'}
      </Button>
      <Button variant="default" size="sm" {...waiting} onClick={save('xlsx')}>
        Download XLSX
      </Button>
      <CopyButton label="Copy text" text={() => purchaseText(list)} variant="default" size="sm" />
    </Group>
  )
}
