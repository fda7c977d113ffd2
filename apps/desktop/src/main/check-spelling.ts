import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

import type { ElectronParts } from './electron-parts.ts'
import { writeFileAtomically } from './files/write-file-atomically.ts'
import type { Log } from './log.ts'

interface SpellingOptions {
  readonly session: ElectronParts['session']
  readonly platform: NodeJS.Platform
  /** The folder of the shipped dictionaries. */
  readonly folder: string
  readonly userData: string
  readonly log: Log
}

const languages = ['en-US', 'en-GB']
/** Part of the files' names in Chromium's components/spellcheck/common/spellcheck_common.cc. */
const version = '10-1'
/** Chromium refuses this port without connecting. */
const nowhere = 'http://127.0.0.1:9/'

/**
 * Checks the spelling by the shipped dictionaries; macOS has its own. Electron would download missing ones from a third
 * party: nothing is ever downloaded, and when the dictionaries cannot be stored the spelling is not checked. Call it before
 * anything else uses the session, which looks for its dictionaries once.
 */
export async function checkSpelling(options: SpellingOptions): Promise<void> {
  if (options.platform === 'darwin') return
  const isStored = await storeDictionaries(options)
  const { defaultSession } = options.session
  defaultSession.setSpellCheckerDictionaryDownloadURL(nowhere)
  defaultSession.setSpellCheckerLanguages(isStored ? languages : [])
  // The window's preference alone does not prevent a download (https://github.com/electron/electron/issues/22995).
  defaultSession.setSpellCheckerEnabled(isStored)
}

/** Copies the dictionaries to where Chromium looks for them; whether all are there. */
async function storeDictionaries({ folder, userData, log }: SpellingOptions): Promise<boolean> {
  try {
    for (const language of languages) {
      const name = `${language}-${version}.bdic`
      const { size } = await stat(join(folder, name))
      const target = join(userData, 'Dictionaries', name)
      const stored = await stat(target).catch(() => null)
      if (stored?.size === size) continue
      await mkdir(join(userData, 'Dictionaries'), { recursive: true })
      await writeFileAtomically(target, await readFile(join(folder, name)))
    }
    return true
  } catch (error) {
    log.warn('The dictionaries could not be stored, so the spelling is not checked', error)
    return false
  }
}
