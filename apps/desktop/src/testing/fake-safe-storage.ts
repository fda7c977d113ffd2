import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

import type { SystemEncryption } from '../main/storage/create-storage.ts'

export interface FakeEncryptionOptions {
  /** The owner of the keychain; another owner cannot decrypt. */
  readonly owner?: string
  /**
   * `open`: a secret key. `public`: a Linux without a keyring, or with one that stays locked. `refused`: a keychain that
   * the user did not open.
   */
  readonly state?: 'open' | 'public' | 'refused'
  /** The prefix of texts under the secret key: "v11" on Linux, "v10" elsewhere. */
  readonly prefix?: 'v10' | 'v11'
}

/** Real encryption under a key derived from the owner's name. */
export interface FakeSafeStorage extends SystemEncryption {
  state: FakeEncryptionOptions['state']
  /** Changes the key; texts under the former one still decrypt, with `shouldReEncrypt`. */
  rotate(): void
}

/** By default a Linux with a keyring. The messages are Electron's: shell/browser/api/electron_api_safe_storage.cc. */
export function createFakeSafeStorage({
  owner = 'Ada',
  state = 'open',
  prefix = 'v11',
}: FakeEncryptionOptions = {}): FakeSafeStorage {
  const keys = [createHash('sha256').update(owner).digest()]
  const fake: FakeSafeStorage = {
    state,
    // OnOsCryptReady: without a key `encrypted` is false, except on Linux, where Chromium's os_crypt falls back to the
    // password "peanuts" and the prefix "v10".
    encryptStringAsync: async (text) => {
      if (fake.state === 'refused') {
        throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.')
      }
      const number = keys.length - 1
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys[number] ?? '', nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const start = Buffer.from(fake.state === 'public' ? 'v10' : prefix)
      return Buffer.concat([start, Buffer.of(number), nonce, cipher.getAuthTag(), content])
    },
    // OnOsCryptReady: `flags.temporarily_unavailable` has a message of its own.
    decryptStringAsync: async (encrypted) => {
      if (fake.state === 'refused') {
        throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.')
      }
      try {
        if (fake.state === 'public' && encrypted.toString('latin1', 0, 3) === 'v11') throw new Error('no key')
        const number = encrypted[3] ?? 0
        const decipher = createDecipheriv('aes-256-gcm', keys[number] ?? '', encrypted.subarray(4, 16))
        decipher.setAuthTag(encrypted.subarray(16, 32))
        const result = decipher.update(encrypted.subarray(32), undefined, 'utf8') + decipher.final('utf8')
        return { result, shouldReEncrypt: number !== keys.length - 1 }
      } catch (cause) {
        const message = 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.'
        throw new Error(message, { cause })
      }
    },
    rotate: () => void keys.push(createHash('sha256').update(`${owner} ${keys.length}`).digest()),
  }
  return fake
}
