import { execFileSync } from 'node:child_process'
import { chmod, mkdir, open, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { readImage } from './create-files.ts'

const png = Buffer.from('\x89PNG\r\n\x1A\n and more', 'latin1')
const windows = process.platform === 'win32'

async function fileOf(content: Buffer | string, name = 'mug.png'): Promise<string> {
  const path = join(await temporaryFolder(), name)
  await writeFile(path, content)
  return path
}

test.each([
  ['image/jpeg', '\xFF\xD8\xFF\xE0rest'],
  ['image/png', '\x89PNG\r\n\x1A\nrest'],
  ['image/webp', 'RIFF\x00\x00\x00\x00WEBPrest'],
  ['image/gif', 'GIF89arest'],
  ['image/avif', '\x00\x00\x00\x18ftypavif\x00\x00\x00\x00avifmif1'],
  ['image/heic', '\x00\x00\x00\x18ftypheic\x00\x00\x00\x00heicmif1'],
])('%s is detected by content', async (type, content) => {
  const path = await fileOf(Buffer.from(content, 'latin1'), 'holiday.txt')
  const read = await readImage(path)
  expect(read).toEqual({
    image: { name: 'holiday.txt', type, bytes: new Uint8Array(Buffer.from(content, 'latin1')) },
  })
})

test('the bytes have their own buffer', async () => {
  const read = await readImage(await fileOf(png))
  const bytes = 'image' in read ? read.image.bytes : new Uint8Array()
  expect(bytes.buffer.byteLength).toBe(png.length)
})

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'mug.png is not an image.'],
  ['MZ\x90\x00', 'mug.png is not an image.'],
  ['', 'mug.png is empty.'],
  ['II*\x00rest', 'mug.png is a TIFF image. Choose a JPEG, PNG or WebP image.'],
  ['BM\x00\x00\x00\x00\x00\x00\x00\x00', 'mug.png is a BMP image. Choose a JPEG, PNG or WebP image.'],
])('a file with %j is refused', async (content, refused) => {
  expect(await readImage(await fileOf(Buffer.from(content, 'latin1')))).toEqual({ refused })
})

test('a file over the limit is refused before it is read', async () => {
  const path = await fileOf(png)
  expect(await readImage(path, png.length)).toHaveProperty('image')
  expect(await readImage(path, png.length - 1)).toEqual({ refused: 'mug.png is larger than 0 MB.' })
  // Such a file would not fit into memory twice, and reading it would take its time.
  const file = await open(path, 'r+')
  await file.truncate(61 * 1024 * 1024)
  await file.close()
  expect(await readImage(path)).toEqual({ refused: 'mug.png is larger than 60 MB.' })
})

test('a file that grows while being read is refused at the limit', async () => {
  const path = await fileOf(png)
  const file = await open(path)
  const handle = Object.getPrototypeOf(file) as typeof file
  await file.close()
  const stat = handle.stat
  // What is looked at is still small.
  const looking = vi.spyOn(handle, 'stat').mockImplementationOnce(async function before(this: typeof file) {
    const found = await stat.call(this)
    await writeFile(path, Buffer.concat([png, Buffer.alloc(1000)]))
    return found
  })
  onTestFinished(() => looking.mockRestore())
  expect(await readImage(path, png.length)).toEqual({ refused: 'mug.png is larger than 0 MB.' })
})

test('a folder is refused', async () => {
  const folder = join(await temporaryFolder(), 'mugs.png')
  await mkdir(folder)
  expect(await readImage(folder)).toEqual({ refused: 'mugs.png is not a file.' })
})

test('a missing file is refused', async () => {
  const path = join(await temporaryFolder(), 'mug.png')
  expect(await readImage(path)).toEqual({ refused: 'mug.png is no longer there.' })
})

test('a pipe is refused without blocking', async ({ skip }) => {
  skip(windows, 'Windows has no such files')
  const pipe = join(await temporaryFolder(), 'mug.png')
  execFileSync('mkfifo', [pipe])
  expect(await readImage(pipe)).toEqual({ refused: 'mug.png is not a file.' })
})

test('a device is refused', async ({ skip }) => {
  skip(windows, 'Windows has no such files')
  expect(await readImage('/dev/zero')).toEqual({ refused: 'zero is not a file.' })
})

test('a symbolic link is followed to images only', async ({ skip }) => {
  skip(windows, 'Windows has no such files')
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'original'), png)
  await symlink(join(folder, 'original'), join(folder, 'link.png'))
  await symlink('/dev/zero', join(folder, 'device.png'))
  await symlink(join(folder, 'loop.png'), join(folder, 'loop.png'))
  expect(await readImage(join(folder, 'link.png'))).toMatchObject({ image: { name: 'link.png' } })
  expect(await readImage(join(folder, 'device.png'))).toEqual({ refused: 'device.png is not a file.' })
  expect(await readImage(join(folder, 'loop.png'))).toEqual({ refused: 'loop.png could not be read.' })
})

test('an unreadable file is refused', async ({ skip }) => {
  skip(windows || process.getuid?.() === 0, 'nothing is forbidden to the superuser, nor by modes on Windows')
  const path = await fileOf(png)
  await chmod(path, 0o000)
  expect(await readImage(path)).toEqual({ refused: 'You are not allowed to read mug.png.' })
})
