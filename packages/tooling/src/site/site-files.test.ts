import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { contentFingerprint } from '../system/cached-folder.ts'
import { precompress } from './build-site.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'giftwell-site-'))
  await mkdir(join(folder, 'src', 'deep'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const write = (name: string, content: string | Buffer) => writeFile(join(folder, name), content)

describe('the fingerprint of the sources', () => {
  const fingerprint = (settings: readonly string[] = []) =>
    contentFingerprint(folder, { files: ['src/**/*', 'lock.json'], except: ['**/*.test.ts'], settings })

  beforeEach(async () => {
    await write('src/a.ts', 'a')
    await write('src/deep/b.ts', 'b')
    await write('lock.json', '{}')
  })

  test('stays while only the time of a file changes, or one that does not count', async () => {
    const before = await fingerprint()
    await utimes(join(folder, 'src/a.ts'), new Date(0), new Date(0))
    await write('src/a.test.ts', 'new')
    await write('other.ts', 'new')
    expect(await fingerprint()).toBe(before)
  })

  test('changes with a content, a name, a new file, a removed file and a setting', async () => {
    const seen = new Set([await fingerprint(), await fingerprint(['hosted'])])
    await write('src/deep/b.ts', 'B')
    seen.add(await fingerprint())
    await write('src/c.ts', '')
    seen.add(await fingerprint())
    await rm(join(folder, 'src/a.ts'))
    seen.add(await fingerprint())
    await write('src/a2.ts', 'a')
    seen.add(await fingerprint())
    expect(seen.size).toBe(6)
  })

  test.each(['src/static-host.ts', 'src/{deep,dead}/*', 'dead/**/*'])(
    'is refused for %s, which matches nothing',
    async (glob) => {
      const sources = { files: ['src/**/*', glob], except: [], settings: null }
      await expect(contentFingerprint(folder, sources)).rejects.toThrow('Nothing matches')
    },
  )

  test('tells where one file ends and the next begins', async () => {
    await write('src/a.ts', 'ab')
    await write('src/deep/b.ts', '')
    const before = await fingerprint()
    await write('src/a.ts', 'a')
    await write('src/deep/b.ts', 'b')
    expect(await fingerprint()).not.toBe(before)
  })
})

describe('compressed copies', () => {
  const text = 'Experience the Art of Corporate Gifting. '.repeat(200)

  test('lie beside every text, and unpack to the same', async () => {
    await write('index.html', text)
    await write('src/deep/app.js', text)
    await precompress(folder)
    for (const name of ['index.html', 'src/deep/app.js']) {
      const brotli = await readFile(join(folder, `${name}.br`))
      const gzipped = await readFile(join(folder, `${name}.gz`))
      expect(brotliDecompressSync(brotli).toString()).toBe(text)
      expect(gunzipSync(gzipped).toString()).toBe(text)
      expect(Math.max(brotli.length, gzipped.length)).toBeLessThan(text.length / 4)
    }
  })

  test('are not made of pictures and fonts, of what is tiny, or where nothing is gained', async () => {
    const noise = Buffer.from(Array.from({ length: 4096 }, () => Math.floor(Math.random() * 256)))
    await write('picture.webp', Buffer.from(text))
    await write('font.woff2', Buffer.from(text))
    await write('tiny.js', 'export {}')
    await write('noise.js', noise)
    await precompress(folder)
    expect((await readdir(folder)).filter((name) => /\.(br|gz)$/.test(name))).toEqual([])
  })
})
