import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { findFiles } from '../find-files.ts'

const compressible = '**/*.{html,js,mjs,css,svg,json,txt,xml,webmanifest,ico}'
/** Smaller ones gain nothing once the headers are counted. */
const smallest = 1024

/**
 * Puts a `.br` and a `.gz` beside every file of the folder that gets smaller by it, at the highest effort, so that
 * a server hands them out without work of its own.
 */
export async function precompress(folder: string): Promise<void> {
  const names = findFiles(folder, [compressible])
  await Promise.all(names.map((name) => precompressFile(join(folder, name))))
}

async function precompressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < smallest) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const copies = {
    br: await promisify(brotliCompress)(content, { params }),
    gz: await promisify(gzip)(content, { level: 9 }),
  }
  for (const [ending, copy] of Object.entries(copies))
    if (copy.length < content.length) await writeFile(`${path}.${ending}`, copy)
}
