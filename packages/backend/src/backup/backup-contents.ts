import { join } from 'node:path'
import { z } from 'zod'
import { imageTypeOf, productImages } from '../images/image-files.ts'

/** The first file of every backup. */
export const manifestName = 'giftwell-backup.json'

/** The last file of every backup, as `sha256sum -c` reads it. */
export const sumsName = 'SHA256SUMS'

/** Files of a data folder that a backup copies unchanged. */
export const copiedFiles = ['secrets.json', 'admin.json'] as const

export const manifestSchema = z.object({
  format: z.literal('giftwell-backup'),
  /** Increases when older versions of Giftwell can no longer read the format. */
  formatVersion: z.number().int().positive(),
  /** The version of Giftwell that made the backup. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** The versions of the migrations that the database had, in order. */
  migrations: z.array(z.string().regex(/^\d+$/)),
  /** The sums of their texts, by version. Backups of early development versions have none. */
  migrationSums: z.record(z.string(), z.string()).default({}),
  tables: z.array(
    z.object({
      schema: z.string(),
      table: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int().nonnegative(),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), sequence: z.string(), value: z.string() })),
  images: z.number().int().nonnegative(),
  /** Tables of the database that are not Giftwell's, whose rows are not in the backup. */
  leftOut: z.array(z.string()).default([]),
})

export type Manifest = z.infer<typeof manifestSchema>

/** The version of the format. */
export const formatVersion = 2

/** The file with a table's rows: one JSON array of texts a line, in the order of the manifest's columns. */
export function rowsName({ schema, table }: { readonly schema: string; readonly table: string }): string {
  return `rows/${schema}.${table}.jsonl`
}

/** The file of a stored image. */
export function imageName(name: string): string {
  return `images/${productImages}/${name}`
}

/**
 * The path of a backup's file in the folder that it is unpacked into, or null when no backup has such a file. No
 * accepted name leads out of the folder.
 */
export function unpackedPath(folder: string, name: string): string | null {
  if (name === manifestName || (copiedFiles as readonly string[]).includes(name)) return join(folder, name)
  if (/^rows\/\w+\.\w+\.jsonl$/.test(name)) return join(folder, name)
  if (/^mail\/[\w@+-][\w.@+-]*\.json$/.test(name)) return join(folder, name)
  const image = name.startsWith(imageName('')) ? name.slice(imageName('').length) : ''
  return imageTypeOf(image) === null ? null : join(folder, name)
}
