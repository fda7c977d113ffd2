import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { BrowserWindow, OpenDialogOptions, SaveDialogOptions } from 'electron'
import { expect, test, vi } from 'vitest'

import { calls } from '../../ipc/contract.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createFiles, type FilesOptions } from './create-files.ts'

const png = Buffer.from('\x89PNG\r\n\x1A\n and more', 'latin1')
const bytes = new TextEncoder().encode('Name,Company\n')
const windows = process.platform === 'win32'

// The dialogs are given the window and look at nothing in it.
const window = {} as BrowserWindow

interface Scene {
  /** The chosen paths; an empty choice cancels the dialog. */
  readonly chosen?: readonly string[]
  readonly platform?: string
  readonly folders?: FilesOptions['folders']
}

function memory(): FilesOptions['folders'] {
  let stored: ReturnType<FilesOptions['folders']['read']> = null
  return { read: () => stored, write: (value) => void (stored = value) }
}

/** The calls, with dialogs that always give the same answer, and the arguments of every opened dialog. */
function start({ chosen = [], platform = 'linux', folders = memory() }: Scene = {}) {
  const opened: unknown[][] = []
  const showOpenDialog = async (...dialog: unknown[]) => {
    opened.push(dialog)
    return { canceled: chosen.length === 0, filePaths: [...chosen] }
  }
  const showSaveDialog = async (...dialog: unknown[]) => {
    opened.push(dialog)
    return { canceled: chosen.length === 0, filePath: chosen[0] ?? '' }
  }
  const handlers = createFiles({
    dialog: { showOpenDialog, showSaveDialog },
    window,
    platform,
    folders,
  })
  return { handlers, opened }
}

test('the image picker belongs to the window, filters images and adds nothing to recent documents', async () => {
  const { handlers, opened } = start()
  expect(await handlers['image:pick'](undefined)).toBeNull()
  const [[parent, options] = []] = opened
  expect(parent).toBe(window)
  expect(options).toEqual<OpenDialogOptions>({
    title: 'Choose an image',
    buttonLabel: 'Choose',
    filters: [{ name: 'Images', extensions: ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif', 'heic', 'heif'] }],
    properties: ['openFile', 'dontAddToRecent'],
  })
})

test('the chosen image is read, and a file that is none is refused with a reason', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'mug.png'), png)
  await writeFile(join(folder, 'prices.csv'), 'Mug,240')
  const pick = (name: string) => start({ chosen: [join(folder, name)] }).handlers['image:pick'](undefined)
  expect(await pick('mug.png')).toEqual({
    image: { name: 'mug.png', type: 'image/png', bytes: new Uint8Array(png) },
  })
  expect(await pick('prices.csv')).toEqual({ refused: 'prices.csv is not an image.' })
})

test('a file is saved to the chosen path', async () => {
  const path = join(await temporaryFolder(), 'mine.csv')
  const { handlers, opened } = start({ chosen: [path] })
  expect(await handlers['files:save']({ name: 'leads.csv', bytes })).toBe('saved')
  expect(await readFile(path, 'utf8')).toBe('Name,Company\n')
  const [[parent, options] = []] = opened
  expect(parent).toBe(window)
  expect(options).toEqual<SaveDialogOptions>({
    defaultPath: 'leads.csv',
    filters: [{ name: 'CSV file', extensions: ['csv'] }],
    properties: ['createDirectory', 'showOverwriteConfirmation', 'dontAddToRecent'],
  })
})

test.each(['leads.csv', 'quotation-GW2627-0042-R2.pdf'])('the name %j is offered', (name) =>
  expect(calls['files:save'].input.safeParse({ name, bytes }).success).toBe(true),
)

test.each([
  '../leads.csv',
  'C:\\leads.csv',
  '.bashrc',
  'con.csv',
  'leads.csv:x',
  'leads',
  'leads\u202Evsc.exe',
  '',
])('the name %j is refused', (name) =>
  expect(calls['files:save'].input.safeParse({ name, bytes }).success).toBe(false),
)

test('saving returns "cancelled" when the dialog is cancelled', async () => {
  const { handlers, opened } = start()
  expect(await handlers['files:save']({ name: 'leads.csv', bytes })).toBe('cancelled')
  expect(opened).toHaveLength(1)
})

test('a file over the size limit is refused before the dialog opens', async () => {
  const { handlers, opened } = start()
  // A fake length, to avoid allocating the memory.
  const tooMuch = new Uint8Array()
  vi.spyOn(tooMuch, 'length', 'get').mockReturnValue(200 * 1024 * 1024 + 1)
  const saving = handlers['files:save']({ name: 'leads.csv', bytes: tooMuch })
  await expect(saving).rejects.toThrow('This is too large for one file.')
  expect(opened).toEqual([])
})

test('the next dialogs open in the folders of the last ones, pictures and saved files apart', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'mug.png'), png)
  const folders = memory()
  await start({ folders, chosen: [join(folder, 'mug.png')] }).handlers['image:pick'](undefined)
  const after = start({ folders })
  await after.handlers['image:pick'](undefined)
  await after.handlers['files:save']({ name: 'leads.csv', bytes })
  expect(after.opened).toMatchObject([
    [window, { defaultPath: folder }],
    [window, { defaultPath: 'leads.csv' }],
  ])

  await start({ folders, chosen: [join(folder, 'mine.csv')] }).handlers['files:save']({
    name: 'l.csv',
    bytes,
  })
  const later = start({ folders })
  await later.handlers['files:save']({ name: 'leads.csv', bytes })
  await later.handlers['image:pick'](undefined)
  expect(later.opened).toMatchObject([
    [window, { defaultPath: join(folder, 'leads.csv') }],
    [window, { defaultPath: folder }],
  ])
})

test('saving writes the chosen file itself: macOS gives access to that path and to nothing beside it', async () => {
  const path = join(await temporaryFolder(), 'leads.csv')
  await writeFile(path, 'before')
  const { ino } = await stat(path)
  expect(await start({ chosen: [path] }).handlers['files:save']({ name: 'leads.csv', bytes })).toBe('saved')
  expect((await stat(path)).ino).toBe(ino)
})

test('saving to a full disk says so, without the path', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has a disk that is always full')
  const { handlers } = start({ chosen: ['/dev/full'] })
  const error: unknown = await handlers['files:save']({ name: 'leads.csv', bytes }).catch((e: unknown) => e)
  const message = 'The disk is full. Free some space, or save the file elsewhere.'
  expect(error).toMatchObject({ name: 'DisplayableError', message })
  expect(error).not.toHaveProperty('cause')
})

test('saving distinguishes a folder of that name from a missing folder on the real file system', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'leads.csv'))
  const inTheWay = start({ chosen: [join(folder, 'leads.csv')] })
  await expect(inTheWay.handlers['files:save']({ name: 'l.csv', bytes })).rejects.toThrow(
    'A folder with this name',
  )
  const gone = start({ chosen: [join(folder, 'gone', 'leads.csv')] })
  await expect(gone.handlers['files:save']({ name: 'l.csv', bytes })).rejects.toThrow('no longer there')
  expect(await readdir(folder)).toEqual(['leads.csv'])
})

test('saving to a symbolic link preserves the link and the file mode', async ({ skip }) => {
  skip(windows, 'Windows has no such files')
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'original.csv'), 'before')
  await chmod(join(folder, 'original.csv'), 0o640)
  await symlink(join(folder, 'original.csv'), join(folder, 'link.csv'))
  const { handlers } = start({ chosen: [join(folder, 'link.csv')] })
  expect(await handlers['files:save']({ name: 'leads.csv', bytes })).toBe('saved')
  expect(await readFile(join(folder, 'original.csv'), 'utf8')).toBe('Name,Company\n')
  expect((await stat(join(folder, 'original.csv'))).mode & 0o777).toBe(0o640)
  expect((await readdir(folder)).toSorted()).toEqual(['link.csv', 'original.csv'])
})

test('a protected file is not replaced', async ({ skip }) => {
  skip(windows || process.getuid?.() === 0, 'nothing is forbidden to the superuser, nor by modes on Windows')
  const path = join(await temporaryFolder(), 'leads.csv')
  await writeFile(path, 'protected')
  await chmod(path, 0o400)
  const { handlers } = start({ chosen: [path] })
  await expect(handlers['files:save']({ name: 'leads.csv', bytes })).rejects.toThrow('You are not allowed')
  expect(await readFile(path, 'utf8')).toBe('protected')
})
