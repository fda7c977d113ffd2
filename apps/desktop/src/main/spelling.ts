import type { Session } from 'electron'

/** Whether the system itself checks spelling; elsewhere Electron would fetch dictionaries from somebody else's server. */
export function hasSpelling(platform: NodeJS.Platform): boolean {
  return platform === 'darwin'
}

/**
 * Turns spelling off where dictionaries would be fetched. The window's own preference is not enough: they have been
 * fetched in spite of it (https://github.com/electron/electron/issues/22995).
 */
export function keepSpellingLocal(
  session: Pick<Session, 'setSpellCheckerEnabled' | 'setSpellCheckerLanguages'>,
  platform: NodeJS.Platform,
): void {
  if (hasSpelling(platform)) return
  session.setSpellCheckerLanguages([])
  session.setSpellCheckerEnabled(false)
}
