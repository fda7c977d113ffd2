import { withTimeout } from '@giftwell/shared/kernel/with-timeout.ts'
import type { BackupState } from './backup/schedule-backups.ts'
import type { ResponseCache } from './cache/response-cache.ts'
import type { DiskHealth } from './data-folder/disk-health.ts'
import type { Database } from './database/database.ts'
import { readMigrationState } from './database/migrations.ts'
import { type Metric, metric } from './http/metrics.ts'
import type { StatementSlots } from './rate-limit/statement-slots.ts'

export interface MeasuredParts {
  readonly database: Database
  readonly cache: Pick<ResponseCache, 'usage'>
  readonly slots: Pick<StatementSlots, 'load'>
  readonly disk: DiskHealth
}

/** Prometheus waits ten seconds by default; the database may be stuck. */
const timeoutMs = 800

/** The metrics of the backend. Those that the database counts are absent while it does not respond. */
export async function backendMetrics({ database, cache, slots, disk }: MeasuredParts): Promise<Metric[]> {
  const { inUse, max, waiting } = database.load()
  const visitors = slots.load()
  const { hits, misses, entries, bytes } = cache.usage()
  const [stored, space, problem] = await Promise.all([
    withTimeout(storedMetrics(database), timeoutMs).catch(() => null),
    disk.space(),
    disk.problem(),
  ])
  return [
    metric('gauge', 'giftwell_degraded', '1 when writes fail or soon will.', Number(problem !== null)),
    metric('gauge', 'giftwell_disk_free_bytes', 'Free space for DATA_DIR.', space.free),
    metric('gauge', 'giftwell_disk_size_bytes', 'Size of the disk of DATA_DIR.', space.size),
    metric('gauge', 'giftwell_database_up', '0 when the database does not respond.', Number(stored !== null)),
    metric('gauge', 'giftwell_database_connections_in_use', 'Connections in use.', inUse),
    metric('gauge', 'giftwell_database_connections_max', 'Most connections that are opened.', max),
    metric('gauge', 'giftwell_database_waiting', 'Callers waiting for a connection.', waiting),
    metric(
      'gauge',
      'giftwell_visitor_statements_in_flight',
      'Statements of visitors in flight.',
      visitors.inFlight,
    ),
    metric(
      'gauge',
      'giftwell_visitor_statements_waiting',
      'Visitors waiting to run a statement.',
      visitors.waiting,
    ),
    metric('counter', 'giftwell_cache_hits_total', 'Visitors answered from the response cache.', hits),
    metric('counter', 'giftwell_cache_misses_total', 'Visitors answered by the database.', misses),
    metric('gauge', 'giftwell_cache_entries', 'Responses in the cache.', entries),
    metric('gauge', 'giftwell_cache_bytes', 'Memory of the cache, estimated.', bytes),
    ...(stored ?? []),
  ]
}

/** The metrics of scheduled backups; none without a schedule. */
export function backupMetrics(state: BackupState | undefined): Metric[] {
  if (state === undefined) return []
  return [
    metric(
      'gauge',
      'giftwell_backup_time_seconds',
      'When the newest checked backup was made, 0 before the first.',
      (state.madeAt ?? 0) / 1000,
    ),
    metric(
      'gauge',
      'giftwell_backup_failed',
      '1 after an attempt that failed.',
      Number(state.failure !== null),
    ),
  ]
}

async function storedMetrics(database: Database): Promise<Metric[]> {
  const [{ applied, newest }, { rows }] = await Promise.all([
    readMigrationState(database),
    database.query(`
      select count(*) filter (where state = 'queued')::int as queued,
        count(*) filter (where state = 'failed')::int as failed,
        coalesce(extract(epoch from now() - min(created_at) filter (where state = 'queued')), 0)::float as age
      from public.outbox where state <> 'sent'`),
  ])
  const { queued, failed, age } = rows[0] ?? {}
  return [
    metric('gauge', 'giftwell_migrations_applied', 'Applied migrations, with the newest.', [
      [{ newest: newest ?? '' }, applied],
    ]),
    metric('gauge', 'giftwell_mails_queued', 'Queued e-mails that are not sent yet.', Number(queued)),
    metric('gauge', 'giftwell_mails_failed', 'Queued e-mails that were given up.', Number(failed)),
    metric('gauge', 'giftwell_mails_oldest_seconds', 'Age of the oldest queued e-mail.', Number(age)),
  ]
}
