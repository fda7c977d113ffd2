import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

import type { SystemEncryption } from '../main/storage/encryption.ts'

/** What the system of a test offers. */
export interface FakeEncryptionOptions {
  /** Whose keychain it is: what one has encrypted, another cannot read. */
  readonly owner?: string
  readonly isAvailable?: boolean
  readonly backend?: ReturnType<SystemEncryption['getSelectedStorageBackend']>
  /** How encrypted texts begin; "v10" on Linux stands for the password that everybody knows. */
  readonly prefix?: 'v10' | 'v11'
}

/** The system's encryption as a test has it: real encryption under a key that is made of the owner's name. */
export interface FakeSafeStorage extends SystemEncryption {
  /** Whether the keychain answers from now on. */
  setAvailable(isAvailable: boolean): void
  /** The key is changed: what the former one has encrypted is still read, with the hint to encrypt it again. */
  rotate(): void
}

/** Creates the encryption of a system; without options, one with a keychain. */
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
