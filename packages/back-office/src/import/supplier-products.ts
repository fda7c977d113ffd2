import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import type { ImportRecord } from './product-import.ts'

/** A product as its supplier's lists name it. */
export interface SupplierProduct {
  readonly product_id: string
  readonly supplier: string | null
  readonly supplier_code: string | null
  readonly products: { readonly name: string; readonly code: string | null; readonly is_sample: boolean }
}

/** The server's maximum rows in a response. */
const pageSize = 1000
const noId = '00000000-0000-0000-0000-000000000000'

/** The rows of all pages: each has what follows a product's id. */
async function allPages<Row extends { readonly product_id: string }>(
  page: (last: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const all: Row[] = []
  for (let last = noId; ;) {
    const rows = await page(last)
    all.push(...rows)
    last = rows.at(-1)?.product_id ?? noId
    if (rows.length < pageSize) return all
  }
}

/** The products of the records' suppliers that no record names. */
export async function productsGone(
  backend: Backend,
  records: readonly ImportRecord[],
  signal: AbortSignal,
): Promise<readonly SupplierProduct[]> {
  const key = (supplier: string | null | undefined, code: string) => nameKey(`${supplier ?? ''}\n${code}`)
  const suppliers = new Set(records.flatMap(({ supplier }) => (supplier ? [nameKey(supplier)] : [])))
  const supplierCodes = new Set(records.map((row) => key(row.supplier, row.supplier_code ?? '')))
  const codes = new Set(records.map(({ code }) => nameKey(code ?? '')))
  const gone: SupplierProduct[] = []
  for (const supplier of suppliers) {
    const rows = await allPages((last) =>
      readRows(backend, (rest) =>
        rest
          .from('product_terms')
          .select('product_id, supplier, supplier_code, products!inner(name, code, is_sample)')
          .ilike('supplier', supplier.replaceAll(/[\\%_]/g, String.raw`\$&`))
          .gt('product_id', last)
          .order('product_id')
          .limit(pageSize)
          .abortSignal(signal),
      ),
    )
    // PostgREST reads `*` as a wildcard, too.
    gone.push(
      ...rows.filter(
        (row) =>
          nameKey(row.supplier ?? '') === supplier &&
          !(row.supplier_code && supplierCodes.has(key(row.supplier, row.supplier_code))) &&
          !(row.products.code && codes.has(nameKey(row.products.code))),
      ),
    )
  }
  return gone
}

/** A row of a file, and the product of another supplier or none with its code and name. */
export interface SameProduct {
  readonly number: number
  readonly product_id: string
  readonly name: string
  readonly supplier: string | null
}

const codesAtOnce = 200

/** The products that rows are probably about, although they are not of the rows' supplier: those with the same code and name. */
export async function sameProducts(
  backend: Backend,
  records: readonly ImportRecord[],
  signal: AbortSignal,
): Promise<readonly SameProduct[]> {
  const coded = records.filter(({ code: own, supplier_code: code, name }) => code && name && !own)
  const same: SameProduct[] = []
  for (let at = 0; at < coded.length; at += codesAtOnce) {
    const part = coded.slice(at, at + codesAtOnce)
    const codes = part.map(({ supplier_code: code }) => code ?? '')
    const rows = await allPages((last) =>
      readRows(backend, (rest) =>
        rest
          .rpc('products_with_codes', { codes })
          .gt('product_id', last)
          .order('product_id')
          .limit(pageSize)
          .abortSignal(signal),
      ),
    )
    const byCode = Map.groupBy(rows, (row) => nameKey(row.supplier_code))
    for (const { number, name, supplier, supplier_code: code } of part) {
      const found = byCode.get(nameKey(code ?? '')) ?? []
      const isOwn = (row: { readonly supplier: string | null }) =>
        nameKey(row.supplier ?? '') === nameKey(supplier ?? '')
      const other = found.find((row) => nameKey(row.name) === nameKey(name ?? ''))
      if (other !== undefined && !found.some(isOwn))
        same.push({ number, product_id: other.product_id, name: other.name, supplier: other.supplier })
    }
  }
  return same
}
