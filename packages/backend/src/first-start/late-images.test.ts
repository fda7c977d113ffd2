import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SqlSession } from '../database/database.ts'
import { createImageFiles, type ImageFiles } from '../images/image-files.ts'
import { temporaryFolder } from '../testing/test-server.ts'
import type { DemoImage } from './demo-target.ts'
import { createLateImages, type LateImages, withLateImages } from './late-images.ts'

const names = [['1.webp'], ['2.webp', '2-320.webp'], ['3.webp']] as const

let temporary: Awaited<ReturnType<typeof temporaryFolder>>
let files: ImageFiles
let said: string[]
let drawn: number[]
/** What the database has recorded about the images. */
let recorded: string | null

beforeEach(async () => {
  temporary = await temporaryFolder()
  files = createImageFiles(temporary.path)
  said = []
  drawn = []
  recorded = 'awaited'
})
afterEach(async () => temporary.remove())

const session: SqlSession = {
  async query(text, [, value] = []) {
    if (text.startsWith('insert into backend.progress')) recorded = String(value)
    return Promise.resolve({
      rows: text.startsWith('select value') && recorded !== null ? [{ value: recorded }] : [],
    })
  },
  run: async () => Promise.resolve(),
}

async function lateImages(before: () => Promise<void> = async () => {}): Promise<LateImages> {
  return createLateImages({
    transact: async (work) => work(session),
    images: files,
    say: (line) => said.push(line),
    loadDemo: async () =>
      Promise.resolve({
        writeRows: async () => {},
        startDrawing: () => ({
          names,
          async draw(entry): Promise<DemoImage[]> {
            await before()
            drawn.push(entry)
            return (names[entry] ?? []).map((name) => ({
              name,
              bytes: Buffer.from(`image ${entry}`),
              contentType: 'image/webp',
            }))
          },
          end: async () => {},
        }),
      }),
  })
}

it('Whoever asks for an image gets it before those that nobody asks for are drawn', async () => {
  const late = await lateImages()
  const images = withLateImages(files, late)
  const drawnFor = late.awaited('3.webp')
  late.begin()
  await drawnFor
  expect(drawn[0]).toBe(2)
  expect(await images.status('3.webp')).not.toBeNull()
  expect(await images.status('2-320.webp')).not.toBeNull()
  await late.close()
})

it('An image that nobody will draw is not waited for', async () => {
  const late = await lateImages()
  expect(await withLateImages(files, late).status('4.webp')).toBeNull()
  await late.close()
})

it('A later start draws only what is missing, and one after that nothing', async () => {
  await files.replace('1.webp', Buffer.from('image'))
  await files.replace('2.webp', Buffer.from('without its size'))
  const late = await lateImages()
  late.begin()
  await late.awaited('3.webp')
  await late.awaited('2.webp')
  await late.close()
  expect(drawn.toSorted((one, other) => one - other)).toEqual([1, 2])

  recorded = 'drawn'
  const later = await lateImages()
  later.begin()
  await later.close()
  expect(drawn).toHaveLength(2)
})

it('All images being drawn is recorded and said', async () => {
  const late = await lateImages()
  late.begin()
  await expect.poll(() => said).toEqual(['the demo pictures are drawn'])
  expect(recorded).toBe('drawn')
  await late.close()
})

it('A catalogue that is no demo awaits nothing', async () => {
  recorded = null
  const late = await lateImages()
  late.begin()
  await late.close()
  expect([drawn, recorded]).toEqual([[], null])
})

it('When drawing fails, nobody waits in vain, and the next start tries again', async () => {
  const late = await lateImages(async () => Promise.reject(new Error('the thread has ended')))
  const asked = withLateImages(files, late).status('1.webp')
  late.begin()
  expect(await asked).toBeNull()
  expect(said).toEqual(['the demo pictures cannot be drawn: Error: the thread has ended'])
  expect(recorded).toBe('awaited')
  await late.close()
})
