import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fingerprintOf, readOrMakeSecrets } from './secrets.ts'
import { sharedFolder } from '../testing/shared-folder.ts'

describe('readOrMakeSecrets', () => {
  const temporary = sharedFolder()

  it('readOrMakeSecrets generates keys once, with mode 0600, and reads them afterwards', async () => {
    const path = join(temporary.path, 'secrets.json')
    const made = await readOrMakeSecrets(path)
    expect(made.jwtSecret.length).toBeGreaterThanOrEqual(32)
    expect(new Set(Object.values(made)).size).toBe(3)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readOrMakeSecrets(path)).toEqual(made)
  })

  it('readOrMakeSecrets generates other keys for another folder', async () => {
    const one = await readOrMakeSecrets(join(temporary.path, 'one.json'))
    const other = await readOrMakeSecrets(join(temporary.path, 'other.json'))
    expect(Object.values(one).filter((key) => Object.values(other).includes(key))).toEqual([])
  })

  it('fingerprintOf tells every key from another one, and contains none', async () => {
    const secrets = await readOrMakeSecrets(join(temporary.path, 'secrets.json'))
    const other = await readOrMakeSecrets(join(temporary.path, 'other.json'))
    const fingerprint = fingerprintOf(secrets)
    expect(fingerprintOf({ ...secrets })).toBe(fingerprint)
    for (const name of ['jwtSecret', 'publishableKey', 'secretKey'] as const) {
      expect(fingerprintOf({ ...secrets, [name]: other[name] })).not.toBe(fingerprint)
      expect(fingerprint).not.toContain(secrets[name])
    }
  })

  it.each(['', '{}', '{"jwtSecret":"short"}', 'not json'])(
    'readOrMakeSecrets rejects a damaged file and does not change it: %s',
    async (text) => {
      const path = join(temporary.path, 'damaged.json')
      await writeFile(path, text)
      await expect(readOrMakeSecrets(path)).rejects.toThrow(`The keys in ${path} are damaged`)
      expect(await readFile(path, 'utf8')).toBe(text)
    },
  )
})
