import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { type QueryKey, queryOptions } from '@tanstack/react-query'

import { AppError, rowsIn, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Json } from '@giftwell/shared/kernel/database.types.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import { noResponseInTime } from '@giftwell/shared/kernel/with-timeout.ts'

/** A picture after the first, as the fields of a record name the first. */
export interface RecordPicture {
  readonly url?: string
  readonly widths?: readonly number[] | null
  readonly colour?: string | null
  readonly image?: string
  readonly stored_image?: string
  readonly alt?: string | null
}

/** A branding method with the file's details; the others stay unchanged. */
interface RecordBranding {
  readonly name: string
  readonly area?: string | null
  readonly colours?: number | null
}

/** A colour; missing details stay unchanged. */
export interface RecordColour {
  readonly name: string
  readonly hex?: string
  readonly picture_position?: number | null
}

/** A row of a file. Missing fields stay unchanged; categories and tags are by name. */
export interface ImportRecord {
  /** As a spreadsheet shows it. */
  readonly number: number
  /** The other rows of the file that were joined to it. */
  readonly rows?: readonly number[]
  /** The product, where it is known without being found by a code, with its name. */
  readonly product_id?: string
  readonly product_name?: string
  readonly name?: string | null
  readonly code?: string | null
  readonly supplier?: string | null
  readonly supplier_code?: string | null
  readonly category?: string | null
  readonly subcategory?: string | null
  readonly industries?: readonly string[]
  readonly doctor_types?: readonly string[]
  readonly themes?: readonly string[]
  readonly branding?: readonly (string | RecordBranding)[]
  readonly is_sample?: boolean
  readonly description?: string | null
  readonly colours?: readonly RecordColour[]
  readonly image_url?: string | null
  readonly image_alt?: string | null
  readonly image_widths?: readonly number[] | null
  readonly image_colour?: string | null
  /** The name of a picture's file, which was chosen. */
  readonly image?: string
  /** The name of a file that was not selected: the product has it from an earlier import, or the row fails. */
  readonly stored_image?: string
  /** Those after the first. */
  readonly pictures?: readonly RecordPicture[]
  /** In a dry run: it has a picture that is not stored yet. */
  readonly new_image?: true
  /** Its errors so far, by field: such a row fails. */
  readonly errors: Readonly<Record<string, string>>
}

/** Kinds of records that an import may create. */
export type ImportKind =
  | 'categories'
  | 'subcategories'
  | 'industry_tags'
  | 'themes'
  | 'doctor_type_tags'
  | 'branding_methods'

/** The permitted changes and new records of an import. */
export interface ImportOptions {
  /** Whether products with the same code are updated; otherwise they are left alone. */
  readonly update: boolean
  /** Names that may be created. */
  readonly create: Readonly<Partial<Record<ImportKind, readonly string[]>>>
}

/** The result of one row. */
export type ImportOutcome = 'created' | 'updated' | 'unchanged' | 'failed'

/** A row of an import with its result; errors by field. */
export interface ImportedRow {
  readonly number: number
  readonly outcome: ImportOutcome
  readonly errors: Readonly<Record<string, string>>
  /** Why cells of the row are left out, by field. */
  readonly notes?: Readonly<Record<string, string>>
  /** In a dry run: the fields of the product that the row empties. */
  readonly removed?: readonly string[]
  /** In a dry run: the fields that an updated product has otherwise, before and after; long texts in part. */
  readonly changed?: Readonly<Record<string, readonly [before: Json, after: Json]>>
}

const asJson = (value: unknown) => value as Json // lists are readonly

/** The maximum bytes of rows in one request: the embedded backend takes 256 KB, including the options. */
const maxRowBytes = 192 * 1024

/** Splits rows into parts of at most this length that each fit in a request. */
function partsOf(rows: readonly ImportRecord[], size: number): readonly (readonly ImportRecord[])[] {
  const parts: ImportRecord[][] = []
  let bytes = maxRowBytes
  for (const row of rows) {
    const own = new TextEncoder().encode(JSON.stringify(row)).length
    bytes += own
    const last = parts.at(-1)
    if (last === undefined || last.length >= size || bytes > maxRowBytes) {
      parts.push([row])
      bytes = own
    } else last.push(row)
  }
  return parts
}

/** The codes of a hosted project and the embedded backend for a statement timeout. */
const statementTimeouts: ReadonlySet<unknown> = new Set(['57014', 'PGRST000'])

/** Whether the server ended the statement, or its answer took longer than the client waits. */
function isTooSlow(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  return statementTimeouts.has(recordOf(error.cause)['code']) || error.message === noResponseInTime
}

/**
 * Sends rows in as few requests as their sizes allow or, where a busy server has not the time for it, in halves. Sending some
 * again must be harmless.
 */
async function sendInParts<Result>(
  rows: readonly ImportRecord[],
  size: number,
  sendRows: (rows: readonly ImportRecord[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const part of partsOf(rows, size)) {
    try {
      results.push(...(await sendRows(part)))
    } catch (error) {
      if (!isTooSlow(error) || part.length < 2) throw error
      results.push(...(await sendInParts(part, Math.ceil(part.length / 2), sendRows)))
    }
  }
  return results
}

/** Checks at most 500 rows without writing anything. */
export async function checkRows(
  backend: Backend,
  rows: readonly ImportRecord[],
  options: ImportOptions,
  signal: AbortSignal,
): Promise<ImportedRow[]> {
  return sendInParts(rows, rows.length, async (part) => {
    const data = await send(backend, (rest) =>
      rest.rpc('import_products', { rows: asJson(part), options: asJson(options) }).abortSignal(signal),
    )
    return rowsIn(data as unknown as ImportedRow[]) // what the function returns
  })
}

const storedAtOnce = 500

/** Stores the rows of an import, so it can resume after a crash. Idempotent. */
export async function storeImport(
  backend: Backend,
  run: { readonly id: string; readonly name: string; readonly options: ImportOptions },
  rows: readonly ImportRecord[],
  signal: AbortSignal,
): Promise<void> {
  await sendInParts(rows, storedAtOnce, async (part) => {
    await send(backend, (rest) =>
      rest
        .rpc('store_import', {
          import_id: run.id,
          name: run.name,
          options: asJson(run.options),
          row_count: rows.length,
          rows: asJson(part),
        })
        .abortSignal(signal),
    )
    return []
  })
}

/** The next rows of an import that are not done. */
export async function pendingRows(backend: Backend, id: string, size: number): Promise<ImportRecord[]> {
  const rows = await readRows(backend, (rest) =>
    rest
      .from('import_rows')
      .select('number, record')
      .eq('import_id', id)
      .is('outcome', null)
      .order('number')
      .limit(size),
  )
  return rows.map(({ number, record }) => ({ errors: {}, ...recordOf(record), number }))
}

/** Imports rows, each once: those that are done are left out. */
export async function importRows(backend: Backend, id: string, rows: readonly ImportRecord[]): Promise<void> {
  await sendInParts(rows, rows.length, async (part) => {
    await send(backend, (rest) => rest.rpc('import_products', { rows: asJson(part), import_id: id }))
    return []
  })
}

/** An import, as the list of imports shows it. */
export type Import = Row<'imports'>

/** The latest imports, newest first. */
export function importsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['imports', 'all'] as QueryKey,
    queryFn: ({ signal }): Promise<readonly Import[]> =>
      readRows(backend, (rest) =>
        rest
          .from('imports')
          .select('*')
          .order('created_at', { ascending: false })
          .order('id')
          .limit(20)
          .abortSignal(signal),
      ),
  })
}

/** How many products the undoing of an import has left to undo, if it was stopped or interrupted; null without one. */
export function unfinishedUndoQuery(backend: Backend, id: string) {
  return queryOptions({
    // Each part of an undoing changes it.
    queryKey: ['deleted_records', 'undo', id] as QueryKey,
    queryFn: async ({ signal }): Promise<number | null> => {
      const rows = await readRows(backend, (rest) =>
        rest
          .from('deleted_records')
          .select('products')
          .eq('id', id)
          .not('record->before', 'is', null)
          .abortSignal(signal),
      )
      return rows[0]?.products ?? null
    },
  })
}

/** The names of the files of a record's pictures. */
export function imagesOf({ image, pictures = [] }: Pick<ImportRecord, 'image' | 'pictures'>): string[] {
  return [image, ...pictures.map((picture) => picture.image)].filter((name) => name !== undefined)
}

/** The names of the pictures that the next 1000 rows of an import need. */
export function missingPictures(backend: Backend, id: string) {
  return queryOptions({
    queryKey: ['imports', 'pictures', id] as QueryKey,
    queryFn: async (): Promise<readonly string[]> => {
      const rows = await pendingRows(backend, id, 1000)
      return rows.flatMap(({ errors, ...row }) => (Object.keys(errors).length === 0 ? imagesOf(row) : []))
    },
  })
}

/** The products that an import created or updated, at most 100. */
export function importedProductsQuery(backend: Backend, id: string) {
  return queryOptions({
    queryKey: ['imports', 'products', id] as QueryKey,
    queryFn: async ({ signal }): Promise<readonly ImportedProduct[]> => {
      const rows = await readRows(backend, (rest) =>
        rest
          .from('import_rows')
          .select(
            'number, product_id, outcome, name:record->>name, product_name:record->>product_name, supplier_code:record->>supplier_code',
          )
          .eq('import_id', id)
          .in('outcome', ['created', 'updated'])
          .order('number')
          .limit(100)
          .abortSignal(signal),
      )
      return rows as unknown as ImportedProduct[] // by what is selected
    },
  })
}

/** A product of an import, as its row names it. */
interface ImportedProduct {
  readonly number: number
  readonly product_id: string
  readonly outcome: ImportOutcome
  readonly name: string | null
  readonly product_name: string | null
  readonly supplier_code: string | null
}

/** How many rows have which result, and the rows that failed. */
export interface ImportReport {
  readonly counts: Readonly<Record<ImportOutcome | 'pending', number>>
  /** The first 1000 rows that failed. */
  readonly failed: readonly ImportedRow[]
  /** The first 1000 rows with skipped cells. */
  readonly noted: readonly ImportedRow[]
}

/** The results of an import's rows. */
export function importReportQuery(backend: Backend, id: string) {
  return queryOptions({
    queryKey: ['imports', 'report', id] as QueryKey,
    queryFn: async ({ signal }): Promise<ImportReport> => {
      const rest = await backend.loadRest()
      const lines = () =>
        rest.from('import_rows').select('number', { count: 'exact', head: true }).eq('import_id', id)
      const count = async (outcome: ImportOutcome | null) => {
        const { count: found, error } = await (
          outcome === null ? lines().is('outcome', null) : lines().eq('outcome', outcome)
        ).abortSignal(signal)
        if (error) throw toAppError(error)
        if (found === null) throw new AppError('unexpected', 'The rows of the import could not be counted')
        return found
      }
      const [created, updated, unchanged, failed, pending] = await Promise.all([
        count('created'),
        count('updated'),
        count('unchanged'),
        count('failed'),
        count(null),
      ])
      const rows = () => rest.from('import_rows').select('number, outcome, errors, notes').eq('import_id', id)
      const first = async (found: ReturnType<typeof rows>) =>
        (await readRows(backend, () =>
          found.order('number').limit(1000).abortSignal(signal),
        )) as unknown as ImportedRow[] // of rows that are done
      const [failedRows, noted] = await Promise.all([
        first(rows().eq('outcome', 'failed')),
        first(rows().neq('notes', '{}')),
      ])
      return {
        counts: { created, updated, unchanged, failed, pending },
        failed: failedRows,
        noted,
      }
    },
  })
}
