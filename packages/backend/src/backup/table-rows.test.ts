import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openPglite } from '../database/open-pglite.ts'
import { ensureSystemSchema } from '../database/system-schema.ts'
import { copyEmptyDatabase } from '../testing/prepared-database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { rowsName } from './archive.ts'
import { loadRows } from './table-rows.ts'

it(
  'on the embedded database loadRows makes checkpoints, so that the write-ahead log stays bounded',
  { tags: 'full', timeout: 120_000 },
  async () => {
    await using temporary = await temporaryFolder()
    const progress = { schema: 'backend', table: 'progress', columns: ['step', 'value'], rows: 1500 }
    const path = join(temporary.path, rowsName(progress))
    await mkdir(join(temporary.path, 'rows'))
    // More than 20 MB of the log, in three statements.
    const rows = Array.from({ length: progress.rows }, (_, row) =>
      JSON.stringify([row, `${'x'.repeat(15_000)}${row}`]),
    )
    await writeFile(path, `${rows.join('\n')}\n`)
    const manifest = {
      format: 'giftwell-backup' as const,
      formatVersion: 2,
      version: '0.1.0',
      madeAt: '2026-11-26T00:00:00Z',
      migrations: [],
      migrationSums: {},
      tables: [progress],
      sequences: [],
      images: 0,
      leftOut: [],
    }
    await copyEmptyDatabase(join(temporary.path, 'database'))
    const database = await openPglite(join(temporary.path, 'database'))
    const megabytes = await database.transaction(async (session) => {
      await ensureSystemSchema(session)
      await session.run('alter table backend.progress alter column value set storage external; checkpoint')
      const at = await session.query('select pg_current_wal_insert_lsn()::text as start')
      await loadRows(session, manifest, temporary.path, true)
      const log = await session.query(
        `select (pg_current_wal_insert_lsn() - $1::pg_lsn)::float8 / 1048576 as written,
         (pg_current_wal_insert_lsn() - redo_lsn)::float8 / 1048576 as since_checkpoint
       from pg_control_checkpoint()`,
        [at.rows[0]?.['start']],
      )
      return log.rows[0]
    })
    expect(Number(megabytes?.['written'])).toBeGreaterThan(20)
    expect(Number(megabytes?.['since_checkpoint'])).toBeLessThan(16)
    await database.close()
  },
)
