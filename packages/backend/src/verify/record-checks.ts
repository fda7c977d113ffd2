import { type Actor, type Checks, described } from './check.ts'
import { type ApiTable, apiTables, type Row, filterFor } from './rights-checks.ts'
import { productImages } from '../images/image-files.ts'

interface Made {
  readonly table: ApiTable
  readonly row: Row
  readonly path: string
}

/** The managed tables: administrators write them, sales does not. The settings, the seller and a breach have one row each. */
const managedTables = apiTables.filter(
  ({ name, may }) =>
    may('administrator', 'insert') &&
    may('administrator', 'update') &&
    !may('sales', 'insert') &&
    !['site_settings', 'seller_profile', 'breaches'].includes(name),
)

/**
 * Checks an administrator's rights, and that no other account changes or deletes an administrator's records:
 * creates a row in every table of the back office, tries it as the others, and removes it. One is restored in
 * between.
 */
export async function checkRecords(
  check: Checks,
  administrator: Actor,
  others: readonly Actor[],
): Promise<void> {
  const sentence = 'an administrator creates, removes and restores records, and no other role changes them'
  await check.that(sentence, async () => {
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
        // The restorable tables.
        if (typeof row['id'] === 'string')
          await administrator.send('DELETE', `/rest/v1/deleted_records?id=eq.${row['id']}`)
      }
    }
  })
}

/** Adds each row to `made` as soon as it exists: one of each table, and also a draft product. */
async function createRecords(administrator: Actor, made: Made[]): Promise<string | null> {
  // Shown in the catalogue for the seconds that the check takes.
  const text = `Check of the deployment (removed at its end) ${crypto.randomUUID().slice(0, 8)}`
  const filled = (value: unknown) =>
    value === 'New' ? text : (made.find(({ table }) => `$${table.name}` === value)?.row['id'] ?? value)
  for (const table of managedTables) {
    for (const more of table.name === 'products' ? [{ is_sample: true }, { is_sample: false }] : [{}]) {
      const values = Object.entries(table.row).map(([name, value]) => [name, filled(value)])
      const body = { ...Object.fromEntries(values), ...more }
      const prefer = { prefer: 'return=representation' }
      const answer = await administrator.send('POST', `/rest/v1/${table.name}`, body, prefer)
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

/** The smallest PNG: one transparent pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const bucket = `/storage/v1/object/${productImages}`

const newImageName = () => `${Math.floor(Math.random() * 1e15)}.png`

/** Uploads the smallest picture, or something else under its name. */
const upload = async (actor: Actor, name: string, type = 'image/png') =>
  actor.send('POST', `${bucket}/${name}`, new Blob([picture], { type }), { 'content-type': type })

/** Removes an image; without the right to, nothing happens. */
const removeImage = async (actor: Actor, name: string) => actor.send('DELETE', bucket, { prefixes: [name] })

const listed = async (actor: Actor) =>
  (await actor.send('POST', `/storage/v1/object/list/${productImages}`, { prefix: '' })).rows.length

/**
 * Checks the public's rights on the bucket of product images.
 * @param cleaner removes successful uploads
 */
export async function checkStorage(check: Checks, actor: Actor, cleaner: Actor): Promise<void> {
  await check.that(`${actor.role} may not list the images`, async () => {
    const length = await listed(actor)
    return length === 0 ? null : `${length} are listed`
  })
  await check.that(`${actor.role} may not upload an image`, async () => {
    const name = newImageName()
    const answer = await upload(actor, name)
    if (answer.status >= 400) return null
    await removeImage(cleaner, name)
    return `that of ${name} is answered with ${described(answer)}`
  })
}

/** Checks what needs an image: it is uploaded, looked at from outside, and removed. */
export async function checkImages(check: Checks, administrator: Actor, visitor: Actor): Promise<void> {
  const sentence = 'an administrator uploads an image that everyone sees and no other role lists or removes'
  await check.that(sentence, async () => {
    const name = newImageName()
    const path = `/storage/v1/object/public/${productImages}/${name}`
    const stored = await upload(administrator, name)
    if (stored.status >= 300) return `the upload is answered with ${described(stored)}`
    try {
      const seen = await visitor.send('GET', path)
      if (seen.status !== 200) return `a visitor gets ${described(seen)}: is the bucket public?`
      if ((await listed(visitor)) > 0) return 'a visitor lists it'
      await removeImage(visitor, name)
      if ((await visitor.send('GET', path)).status !== 200) return 'a visitor removes it'
      const page = newImageName()
      if ((await upload(administrator, page, 'text/html')).status >= 400) return null
      await removeImage(administrator, page)
      return 'a file that is not an image can be uploaded'
    } finally {
      await removeImage(administrator, name)
    }
  })
}
