import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const program = join(import.meta.dirname, 'large-catalogue-command.ts')

/** What `fillLargeCatalogue` writes: the specification's scale, many times over. */
export const largeCatalogue = { products: 50_000, leads: 100_000 } as const

/**
 * Writes a database of many products and leads into an empty data folder, for a backend that starts on it with
 * `SEED=empty`. Takes some 20 seconds; the memory that it needs goes with its process.
 */
export async function fillLargeCatalogue(dataFolder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [program, dataFolder])
}

/** The name of the product with a number from 1 to 50,000; the higher, the newer. */
export function largeCatalogueProduct(number: number): string {
  return `${materials[number % materials.length]} ${things[number % things.length]} no. ${String(number).padStart(5, '0')}`
}

/** The name of the sender of the lead with a number from 1 to 100,000; the higher, the newer. */
export function largeCatalogueLead(number: number): string {
  return `Person ${String(number).padStart(6, '0')}`
}

/** The first words of product names, in turn. */
export const materials = ['Copper', 'Bamboo', 'Leather', 'Ceramic', 'Walnut'] as const
/** Their second words, in turn. */
export const things = ['bottle', 'diary', 'lamp', 'hamper', 'clock', 'pen', 'mug'] as const
