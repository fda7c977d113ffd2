import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { type ExportKind, exportName } from '../list/list-export.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { exportProducts } from './export-products.ts'

/** Exports all products in the format that an import reads, as CSV or for Excel. */
export function ExportForImport() {
  const backend = useBackend()
  const platform = usePlatform()
  const { mutate, isPending } = useMutation({
    meta: { invalidates: [], failed: 'Error exporting products' },
    async mutationFn(kind: ExportKind) {
      await platform.saveFile({
        name: exportName('products', new Date(), kind),
        content: await exportProducts(backend, kind, new AbortController().signal),
      })
    },
  })
  return (
    <Menu position="bottom-end" disabled={isPending} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" loading={isPending}>
          Export for import
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mutate('csv')}>CSV</Menu.Item>
        <Menu.Item onClick={() => mutate('xlsx')}>Excel (XLSX)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
