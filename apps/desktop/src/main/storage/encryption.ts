import type { SafeStorage } from 'electron'

/** What is used of the system's encryption; the synchronous half is deprecated and blocks while a keychain asks. */
export type SystemEncryption = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

/**
 * What the operating system offers: a key that it keeps (`real`); none that anybody could not know, and that for good
 * (`none`); or nothing at present, such as a keychain that the person did not let us into (`refused`).
 */
export type Encryption = 'real' | 'none' | 'refused'

/** Finds out whether the operating system keeps the key: nothing may be written to the disk otherwise. Ask once the app is ready. */
export async function findEncryption(system: SystemEncryption, platform: string): Promise<Encryption> {
  try {
    if (platform === 'linux' && system.getSelectedStorageBackend() === 'basic_text') return 'none'
    if (!(await system.isAsyncEncryptionAvailable())) return 'refused'
    // Whoever refuses access to their keychain is asked now, and not while something is to be kept.
    const trial = await system.encryptStringAsync('Giftwell')
    if (platform !== 'linux') return 'real'
    if (hasKnownKey(trial)) return 'none'
    return system.getSelectedStorageBackend() === 'unknown' ? 'refused' : 'real'
  } catch {
    return 'refused'
  }
}

/**
 * Desktops without a keyring get "encryption" under a password that stands in Chromium's source (`basic_text`). A known
 * desktop whose keyring does not answer falls back to it all the same; its texts begin with "v10".
 */
function hasKnownKey(encrypted: Buffer): boolean {
  return encrypted.subarray(0, 3).toString('latin1') === 'v10'
}
