import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { findFiles } from '../find-files.ts'

const faceRule = /@font-face\s*\{[^}]*\}/g

/**
 * Takes the fonts out of a built website's stylesheets and answers with their rules, for every document to name them
 * itself: a page that learns of a font after its first paint sets all of its text again.
 * @throws when no stylesheet names a font
 */
export async function takeFontFaces(folder: string): Promise<string> {
  const faces = new Set<string>()
  for (const file of await findFiles(folder, ['assets/*.css'])) {
    const path = join(folder, file)
    const css = await readFile(path, 'utf8')
    const found = css.match(faceRule)
    if (found === null) continue
    for (const face of found) faces.add(face)
    await writeFile(path, css.replaceAll(faceRule, ''))
  }
  if (faces.size === 0) throw new Error('No stylesheet of the website names a font')
  return [...faces].join('')
}
