import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import { AppError, toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'

const countedTables = ['products', 'categories', 'industry_tags', 'leads'] as const

/** A table that the dashboard counts. */
export type CountedTable = (typeof countedTables)[number]
/** The number of rows of each counted table (product.md, section 2, Admin dashboard). */
export type DashboardCounts = Readonly<Record<CountedTable, number>>
/** A lead as the dashboard lists it. */
export type LatestLead = Pick<Row<'leads'>, 'id' | 'name' | 'company' | 'created_at'>

const staleTimeMs = 30_000
const latestLeads = 5

/**
 * Exact counts, fetched in parallel (product.md, section 7, Admin side). A failed count is 0; the query fails only when
 * all of them do, or when the user is no longer an administrator.
 */
export function dashboardCountsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['dashboard', 'counts'],
    staleTime: staleTimeMs,
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(countedTables.map((table) => countRows(backend, table, signal)))
      // A request that is cancelled by leaving the screen has not failed.
      signal.throwIfAborted()
      const failures = counts.filter((count) => count instanceof AppError)
      if (failures[0] !== undefined && failures.length === counts.length) throw failures[0]
      for (const failure of failures) console.error(failure)
      const shown = countedTables.map((table, index) => [table, asNumber(counts[index])])
      return Object.fromEntries(shown) as DashboardCounts // one entry for each of the tables
    },
  })
}

/** The newest leads. */
export function latestLeadsQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['dashboard', 'latest-leads'],
    staleTime: staleTimeMs,
    queryFn: ({ signal }): Promise<readonly LatestLead[]> =>
      readRows(backend, (rest) =>
        rest
          .from('leads')
          .select('id, name, company, created_at')
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(latestLeads)
          .abortSignal(signal),
      ),
  })
}

const ranked = z.array(z.object({ name: z.string(), leads: z.number() }))
const figures = z.object({
  /** Leads that wait for an answer: less than 8, 16, 24 and 48 hours, and longer. */
  waiting: z.array(z.number()).length(5),
  /** Of the last 30 days; null without an answer. */
  median_minutes: z.number().nullable(),
  /** The last six, the present one at the end. */
  months: z.array(z.object({ month: z.string(), won: z.number(), lost: z.number() })),
  products: ranked,
  industries: ranked,
})

/** Figures on the answers to inquiries and on their contents. */
export type LeadFigures = z.infer<typeof figures>

/** The figures of leads; null for anyone but administrators. */
export function leadFiguresQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['dashboard', 'lead-figures'],
    staleTime: staleTimeMs,
    queryFn: async ({ signal }): Promise<LeadFigures | null> => {
      const data = await send(backend, (rest) => rest.rpc('lead_figures').abortSignal(signal))
      return figures.nullable().parse(data)
    },
  })
}

const pulse = z.object({
  waiting: z.number(),
  waiting_since: z.string().nullable(),
  /** Of those that wait, due for ten minutes without an attempt. */
  unfetched: z.number(),
  failed: z.number(),
  failed_since: z.string().nullable(),
  error: z.string().nullable(),
})

/** E-mails waiting for over 15 minutes, and those that failed in the last 7 days; null for non-administrators. */
export function mailPulseQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['dashboard', 'mail-pulse'],
    staleTime: staleTimeMs,
    queryFn: async ({ signal }) =>
      pulse.nullable().parse(await send(backend, (rest) => rest.rpc('mail_pulse').abortSignal(signal))),
  })
}

const health = z.object({
  products: z.array(z.object({ filter: z.string(), value: z.string(), products: z.number() })),
  unused: z.array(z.object({ table: z.string(), name: z.string() })),
  missed: z.array(z.object({ words: z.string(), searches: z.number(), searched_at: z.string() })),
})

/**
 * How many products a filter's value finds, the filter values of the catalogue without products, and the searches that most
 * often found nothing.
 */
export type CatalogueHealth = z.infer<typeof health>

/** The catalogue's health; null for non-administrators. */
export function catalogueHealthQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['dashboard', 'catalogue-health'],
    staleTime: staleTimeMs,
    queryFn: async ({ signal }): Promise<CatalogueHealth | null> => {
      const data = await send(backend, (rest) => rest.rpc('catalogue_health').abortSignal(signal))
      return health.nullable().parse(data)
    },
  })
}

async function countRows(
  backend: Backend,
  table: CountedTable,
  signal: AbortSignal,
): Promise<number | AppError> {
  const rest = await backend.loadRest()
  const isLong = table === 'products' || table === 'leads'
  const { data, count, error, status } = await (
    isLong ? rest.rpc(`count_${table}`) : rest.from(table).select('*', { head: true, count: 'exact' })
  ).abortSignal(signal)
  // A HEAD response has no error message.
  if (error) return toAppError({ code: error.code, message: error.message || `Counting ${table} failed` })
  // The functions count nothing for others; policies hide rows from them.
  if (isLong && data === null && status === 200)
    throw new AppError('forbidden', 'Only administrators may see the dashboard')
  const number: unknown = isLong ? data : count
  return typeof number === 'number' ? number : new AppError('unexpected', `Counting ${table} gave no number`)
}

function asNumber(count: number | AppError | undefined): number {
  return typeof count === 'number' ? count : 0
}
