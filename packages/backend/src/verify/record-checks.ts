import { type Actor, described } from './actor.ts'
import type { Check } from './check.ts'
import { filterFor, rowsOf } from './table-checks.ts'
import { type VerifiedTable, verifiedTables } from './tables.ts'

type Row = Record<string, unknown>

/** Shown in the catalogue for the seconds that the check takes. */
const text = 'Check of the deployment (removed at its end)'
const named = ['categories', 'subcategories', 'industry_tags', 'doctor_type_tags', 'themes'] as const

/**
 * An administrator's rights, and that no other account changes or deletes what an administrator made: in every table of the
 * back office a row is created, left alone by the others, and removed. One is restored in between.
 */
export function recordCheck(administrator: Actor, others: readonly Actor[]): Check {
  return {
    name: 'an administrator creates, removes and restores records, and no other role changes them',
    section: '4. Make an administrator',
    async run() {
      const made: [table: VerifiedTable, row: Row][] = []
      try {
        const fault = await createRecords(administrator, made)
        if (fault !== null) return fault
        const faults: string[] = []
        for (const other of others) {
          for (const [table, row] of made) faults.push(...(await attack(administrator, other, table, row)))
          faults.push(...(await checkHidden(other, made)))
        }
        faults.push(...(await checkRestoring(administrator, others, made)))
        return faults.length === 0 ? null : faults.join('; ')
      } finally {
        for (const [table, row] of made.toReversed()) {
          await administrator.send('DELETE', `/rest/v1/${table.name}?${filterFor(table, row)}`)
          if (typeof row['id'] !== 'string') continue
          // What can be restored.
          await administrator.send('DELETE', `/rest/v1/deleted_records?id=eq.${row['id']}`)
        }
      }
    },
  }
}

/** Adds each row to `made` as soon as it exists. */
async function createRecords(
  administrator: Actor,
  made: [table: VerifiedTable, row: Row][],
): Promise<string | null> {
  const ids = new Map<string, unknown>()
  const create = async (name: string, values: Row): Promise<string | null> => {
    const table = verifiedTables.find((each) => each.name === name)
    if (table === undefined) return `there is no table ${name}`
    const answer = await administrator.send('POST', `/rest/v1/${name}`, values, {
      prefer: 'return=representation',
    })
    const [row] = rowsOf(answer)
    if (row === undefined) return `a record of ${name} is answered with ${described(answer)}`
    made.push([table, row])
    if (!ids.has(name)) ids.set(name, row['id'])
    return null
  }
  const unique = `${text} ${crypto.randomUUID().slice(0, 8)}`
  const id = (name: string) => ids.get(name)
  const steps: [name: string, values: () => Row][] = [
    ...named.map((name): [string, () => Row] => [name, () => ({ name: unique })]),
    ['stats_blocks', () => ({ title: text, value: '0' })],
    ['client_logos', () => ({ name: text, logo_url: 'https://example.com/check.png' })],
    ['products', () => ({ name: text, is_sample: true })],
    ['products', () => ({ name: text, is_sample: false })],
    [
      'subcategory_categories',
      () => ({ subcategory_id: id('subcategories'), category_id: id('categories') }),
    ],
    ['product_industry_tags', () => ({ product_id: id('products'), industry_tag_id: id('industry_tags') })],
    ['product_themes', () => ({ product_id: id('products'), theme_id: id('themes') })],
    [
      'product_doctor_type_tags',
      () => ({ product_id: id('products'), doctor_type_tag_id: id('doctor_type_tags') }),
    ],
  ]
  for (const [name, values] of steps) {
    const fault = await create(name, values())
    if (fault !== null) return fault
  }
  return null
}

async function attack(administrator: Actor, other: Actor, table: VerifiedTable, row: Row): Promise<string[]> {
  const path = `/rest/v1/${table.name}?${filterFor(table, row)}`
  const faults: string[] = []
  const changed = await other.send('PATCH', path, table.impossible)
  if (changed.code.startsWith('23')) faults.push(`${other.role} may change ${table.name}`)
  await other.send('DELETE', path)
  const left = rowsOf(await administrator.send('GET', path))
  if (left.length === 0) faults.push(`${other.role} may delete from ${table.name}`)
  return faults
}

async function checkHidden(
  other: Actor,
  made: readonly [table: VerifiedTable, row: Row][],
): Promise<string[]> {
  const [, hidden] = made.find(([{ name }, row]) => name === 'products' && row['is_sample'] === false) ?? []
  const seen = rowsOf(await other.send('GET', `/rest/v1/products?select=id&id=eq.${String(hidden?.['id'])}`))
  return seen.length === 0 ? [] : [`${other.role} sees a product that is no sample product`]
}

async function checkRestoring(
  administrator: Actor,
  others: readonly Actor[],
  made: readonly [table: VerifiedTable, row: Row][],
): Promise<string[]> {
  const [table, row] = made.find(([{ name }]) => name === 'themes') ?? []
  if (table === undefined || row === undefined) return []
  const path = `/rest/v1/${table.name}?${filterFor(table, row)}`
  const restore = async (actor: Actor) =>
    actor.send('POST', '/rest/v1/rpc/restore_record', { record_id: row['id'] })
  const isBack = async () => rowsOf(await administrator.send('GET', path)).length > 0
  await administrator.send('DELETE', path)
  for (const other of others) {
    await restore(other)
    if (await isBack()) return [`${other.role} may restore what was deleted`]
  }
  const answer = await restore(administrator)
  return (await isBack()) ? [] : [`restoring a record is answered with ${described(answer)}`]
}
