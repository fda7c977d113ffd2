import { type Actor, described } from './actor.ts'
import type { Check } from './check.ts'
import { type ApiTable, apiTables, type Row } from './rights.ts'
import { filterFor } from './rights-checks.ts'

interface Made {
  readonly table: ApiTable
  readonly row: Row
  readonly path: string
}

/** What the back office manages: administrators write it, and sales does not. There is one row of the settings and of the seller only. */
const managedTables = apiTables.filter(
  ({ name, may }) =>
    may('administrator', 'insert') &&
    may('administrator', 'update') &&
    !may('sales', 'insert') &&
    name !== 'site_settings' &&
    name !== 'seller_profile',
)

/**
 * An administrator's rights, and that no other account changes or deletes what an administrator made: in every table of the
 * back office a row is created, left alone by the others, and removed. One is restored in between.
 */
export function recordCheck(administrator: Actor, others: readonly Actor[]): Check {
  return {
    name: 'an administrator creates, removes and restores records, and no other role changes them',
    async run() {
      const made: Made[] = []
      try {
        const fault = await createRecords(administrator, made)
        if (fault !== null) return fault
        const faults: string[] = []
        for (const other of others) {
          for (const each of made) faults.push(...(await attack(administrator, other, each)))
        }
        faults.push(...(await restoringFaults(administrator, others, made)))
        return faults.length === 0 ? null : faults.join('; ')
      } finally {
        for (const { row, path } of made.toReversed()) {
          await administrator.send('DELETE', path)
          // What can be restored.
          if (typeof row['id'] === 'string')
            await administrator.send('DELETE', `/rest/v1/deleted_records?id=eq.${row['id']}`)
        }
      }
    },
  }
}

/** Adds each row to `made` as soon as it exists: one of each table, and of the products a draft, too. */
async function createRecords(administrator: Actor, made: Made[]): Promise<string | null> {
  // Shown in the catalogue for the seconds that the check takes.
  const text = `Check of the deployment (removed at its end) ${crypto.randomUUID().slice(0, 8)}`
  const filled = (value: unknown) =>
    value === 'New' ? text : (made.find(({ table }) => `$${table.name}` === value)?.row['id'] ?? value)
  for (const table of managedTables) {
    for (const more of table.name === 'products' ? [{ is_sample: true }, { is_sample: false }] : [{}]) {
      const values = Object.fromEntries(
        Object.entries(table.row).map(([name, value]) => [name, filled(value)]),
      )
      const answer = await administrator.send(
        'POST',
        `/rest/v1/${table.name}`,
        { ...values, ...more },
        {
          prefer: 'return=representation',
        },
      )
      const [row] = answer.rows
      if (row === undefined) return `a record of ${table.name} is answered with ${described(answer)}`
      made.push({ table, row, path: `/rest/v1/${table.name}?${filterFor(table, row)}` })
    }
  }
  return null
}

async function attack(administrator: Actor, other: Actor, { table, row, path }: Made): Promise<string[]> {
  const faults: string[] = []
  const seen = await other.send('GET', path)
  if (row['is_sample'] === false && seen.rows.length > 0)
    faults.push(`${other.role} sees a product that is not a sample product`)
  const changed = await other.send('PATCH', path, table.invalid)
  if (changed.code.startsWith('23')) faults.push(`${other.role} may change ${table.name}`)
  await other.send('DELETE', path)
  const left = await administrator.send('GET', path)
  if (left.rows.length === 0) faults.push(`${other.role} may delete from ${table.name}`)
  return faults
}

async function restoringFaults(
  administrator: Actor,
  others: readonly Actor[],
  made: readonly Made[],
): Promise<string[]> {
  const theme = made.find(({ table }) => table.name === 'themes')
  if (theme === undefined) return ['there is no table themes']
  const restore = async (actor: Actor) => {
    const answer = await actor.send('POST', '/rest/v1/rpc/restore_record', { record_id: theme.row['id'] })
    const { rows } = await administrator.send('GET', theme.path)
    return { isBack: rows.length > 0, answer }
  }
  await administrator.send('DELETE', theme.path)
  for (const other of others) {
    if ((await restore(other)).isBack) return [`${other.role} may restore what was deleted`]
  }
  const { isBack, answer } = await restore(administrator)
  return isBack ? [] : [`restoring a record is answered with ${described(answer)}`]
}
