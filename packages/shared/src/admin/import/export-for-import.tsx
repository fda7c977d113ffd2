import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'

import { type Product, readProducts } from '../../data/admin-products.ts'
import { useBackend } from '../../data/backend-context.ts'
import { exportName } from '../../data/list-export.ts'
import { usePlatform } from '../../platform/platform.ts'
import { exportedProducts } from './import-format.ts'

/** The server's limit for one response. */
const partSize = 1000

/** Exports all products in the format that an import reads: docs/import.md. */
export function ExportForImport() {
  const backend = useBackend()
  const platform = usePlatform()
  const { mutate, isPending } = useMutation({
    meta: { invalidates: [], failed: 'Error exporting products' },
    async mutationFn() {
      const { signal } = new AbortController()
      const products: Product[] = []
      for (;;) {
        const cursor = products.at(-1)
        const place = cursor === undefined ? ({ at: 'first' } as const) : ({ at: 'after', cursor } as const)
        const part = await readProducts(backend, { search: '', filters: {}, order: 'newest' }, place, {
          size: partSize,
          signal,
        })
        products.push(...part)
        if (part.length < partSize) break
      }
      await platform.saveFile({
        name: exportName('products', new Date(), 'csv'),
        content: exportedProducts(products),
      })
    },
  })
  return (
    <Button variant="default" loading={isPending} onClick={() => mutate()}>
      Export for import
    </Button>
  )
}
