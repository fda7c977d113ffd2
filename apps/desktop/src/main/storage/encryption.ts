import type { SafeStorage } from 'electron'

/** What is used of the system's encryption; the synchronous half is deprecated and blocks while a keychain asks. */
export type SystemEncryption = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>

/** Whether the operating system keeps the key: nothing may be written to the disk otherwise. Ask once the app is ready. */
export async function isRealEncryption(system: SystemEncryption, platform: string): Promise<boolean> {
  try {
    if (!(await system.isAsyncEncryptionAvailable())) return false
    if (platform === 'linux' && !hasKeyring(system)) return false
    // Whoever refuses access to their keychain is asked now, and not while something is to be kept.
    const trial = await system.encryptStringAsync('Giftwell')
    return platform !== 'linux' || !hasKnownKey(trial)
  } catch {
    return false
  }
}

/** Desktops without a keyring get "encryption" under a password that stands in Chromium's source. */
function hasKeyring(system: SystemEncryption): boolean {
  const backend = system.getSelectedStorageBackend()
  return backend !== 'basic_text' && backend !== 'unknown'
}

/** A known desktop whose keyring does not answer falls back to that password all the same; its texts begin with "v10". */
function hasKnownKey(encrypted: Buffer): boolean {
  return encrypted.subarray(0, 3).toString('latin1') === 'v10'
}
