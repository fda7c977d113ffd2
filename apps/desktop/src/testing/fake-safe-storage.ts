import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

import type { SystemEncryption } from '../main/storage/encrypted-store.ts'

export interface FakeEncryptionOptions {
  /** The owner of the keychain; another owner cannot decrypt. */
  readonly owner?: string
  readonly isAvailable?: boolean
  readonly backend?: ReturnType<SystemEncryption['getSelectedStorageBackend']>
  /** The prefix of encrypted texts; "v10" on Linux means the public password. */
  readonly prefix?: 'v10' | 'v11'
}

/** Real encryption under a key derived from the owner's name. */
export interface FakeSafeStorage extends SystemEncryption {
  setAvailable(isAvailable: boolean): void
  /** Changes the key; texts under the former one still decrypt, with `shouldReEncrypt`. */
  rotate(): void
}

/** By default a Linux with a keyring. */
export function createFakeSafeStorage({
  owner = 'Ada',
  isAvailable = true,
  backend = 'gnome_libsecret',
  prefix = 'v11',
}: FakeEncryptionOptions = {}): FakeSafeStorage {
  const keys = [createHash('sha256').update(owner).digest()]
  let answers = isAvailable

  function requireAnswer() {
    if (!answers) throw new Error('The keychain does not answer.')
  }

  return {
    isAsyncEncryptionAvailable: async () => answers,
    getSelectedStorageBackend: () => backend,
    encryptStringAsync: async (text) => {
      requireAnswer()
      const number = keys.length - 1
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys[number] ?? '', nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from(prefix), Buffer.of(number), nonce, cipher.getAuthTag(), content])
    },
    decryptStringAsync: async (encrypted) => {
      requireAnswer()
      const number = encrypted[3] ?? 0
      const decipher = createDecipheriv('aes-256-gcm', keys[number] ?? '', encrypted.subarray(4, 16))
      decipher.setAuthTag(encrypted.subarray(16, 32))
      const result = Buffer.concat([decipher.update(encrypted.subarray(32)), decipher.final()]).toString(
        'utf8',
      )
      return { result, shouldReEncrypt: number !== keys.length - 1 }
    },
    setAvailable: (isAvailable) => void (answers = isAvailable),
    rotate: () => void keys.push(createHash('sha256').update(`${owner} ${keys.length}`).digest()),
  }
}
