import { expect, test, vi } from 'vitest'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { noResponseInTime } from '@giftwell/shared/kernel/with-timeout.ts'
import { collectPictures } from './pictures.ts'
import { checkRows, type ImportRecord, storeImport } from './product-import.ts'
import { checkPictures, type RunEffects, runImport } from './run-import.ts'

const png = (note: string) =>
  new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...new TextEncoder().encode(`${note}IEND....`)])
const heic = new Uint8Array([0, 0, 0, 16, ...new TextEncoder().encode('ftypheic'), 0, 0, 0, 0])

/** A backend in which a product shows the images that are asked for first, if any is. */
function backendWith(shown: (paths: readonly string[]) => string | undefined): Backend {
  const answer = (paths: readonly string[]) => {
    const path = shown(paths)
    return {
      data: path === undefined ? [] : [{ image_url: path, image_widths: [320], image_colour: null }],
      error: null,
    }
  }
  const table = (name: string) => ({
    select: () => ({
      in: (_: string, paths: readonly string[]) => ({
        limit: () => Promise.resolve(name === 'products' ? answer(paths) : { data: [], error: null }),
      }),
    }),
  })
  // A site without another host has no address.
  return {
    config: { supabaseUrl: '' },
    loadRest: () => Promise.resolve({ from: table }),
  } as unknown as Backend
}

test('a check tells which pictures are new, stored, not chosen and of a kind that cannot be read here', async () => {
  const pictures = await collectPictures([
    new File([png('new')], 'new.png'),
    new File([png('stored')], 'stored.png'),
    new File([heic], 'phone.heic'),
  ])
  const asked: (readonly string[])[] = []
  const backend = backendWith((paths) => (asked.push(paths) === 2 ? paths[0] : undefined))
  const records = ['new.png', 'stored.png', 'phone.heic', 'gone.png', 'new.png'].map((image, index) => ({
    number: index + 2,
    image,
    errors: {},
  }))
  const prepare = vi.fn(() => Promise.reject(new Error('This browser cannot read HEIC photos')))
  const { signal } = new AbortController()
  const { toCheck, toStore } = await checkPictures(backend, records, pictures, prepare, {
    signal,
    onProgress: () => undefined,
  })
  expect(toCheck).toEqual([
    { number: 2, new_image: true, errors: {} },
    { number: 3, image_url: asked[1]?.[0], image_widths: [320], image_colour: null, errors: {} },
    { number: 4, image: 'phone.heic', errors: { image_url: 'This browser cannot read HEIC photos' } },
    { number: 5, stored_image: 'gone.png', errors: {} },
    { number: 6, new_image: true, errors: {} },
  ])
  expect(asked).toHaveLength(2)
  expect(asked[1]?.[0]).toMatch(/^\/storage\/v1\/object\/public\/product-images\/\d+\.webp$/)
  expect(toStore.map(({ image }) => image)).toEqual([
    'new.png',
    'stored.png',
    'phone.heic',
    undefined,
    'new.png',
  ])
})

test('a picture that was cut off is an error of the check, and a whole one is not decoded', async () => {
  const text = (words: string) => new TextEncoder().encode(words)
  const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 16, ...text('JFIF......')]
  const webp = [...text('RIFF'), 8, 0, 0, 0, ...text('WEBPVP8 ')]
  const gif = [...text('GIF89a'), 1, 0, 1, 0, 0, 0]
  const files: readonly (readonly [name: string, bytes: readonly number[]])[] = [
    ['whole.jpg', [...jpeg, 0xff, 0xd9]],
    ['cut.jpg', jpeg],
    ['whole.png', [...png('whole')]],
    ['cut.png', [...png('cut')].slice(0, -8)],
    ['whole.webp', webp],
    ['cut.webp', webp.with(4, 200)],
    ['whole.gif', [...gif, 0x3b]],
    ['cut.gif', gif],
  ]
  const pictures = await collectPictures(
    files.map(([name, bytes]) => new File([new Uint8Array(bytes)], name)),
  )
  const records = files.map(([image], index) => ({ number: index + 2, image, errors: {} }))
  const prepare = vi.fn((file: File) => Promise.reject(new Error(`${file.name} is damaged`)))
  const { toCheck } = await checkPictures(
    backendWith(() => undefined),
    records,
    pictures,
    prepare,
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  )
  expect(toCheck.map(({ errors }) => errors['image_url'])).toEqual(
    files.map(([name]) => (name.startsWith('cut') ? `${name} is damaged` : undefined)),
  )
})

test('further pictures of a row are checked as the first is, and those that were not chosen go by their names', async () => {
  const pictures = await collectPictures([
    new File([png('new')], 'new.png'),
    new File([png('stored')], 'stored.png'),
  ])
  const asked: (readonly string[])[] = []
  const backend = backendWith((paths) => (asked.push(paths) === 2 ? paths[0] : undefined))
  const record = {
    number: 2,
    image: 'new.png',
    pictures: [
      { image: 'stored.png', alt: 'Lid' },
      { url: 'https://example.com/a.jpg' },
      { image: 'gone.png', alt: 'Lid' },
    ],
    errors: {},
  }
  const { toCheck, toStore } = await checkPictures(backend, [record], pictures, vi.fn(), {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  const [stored] = asked[1] ?? []
  expect(toCheck).toEqual([
    {
      number: 2,
      new_image: true,
      pictures: [
        { url: stored, widths: [320], colour: null, alt: 'Lid' },
        { url: 'https://example.com/a.jpg' },
        { stored_image: 'gone.png', alt: 'Lid' },
      ],
      errors: {},
    },
  ])
  expect(toStore).toEqual([
    {
      ...record,
      pictures: [
        { image: 'stored.png', alt: 'Lid' },
        { url: 'https://example.com/a.jpg' },
        { stored_image: 'gone.png', alt: 'Lid' },
      ],
    },
  ])
})

test('a picture that several rows share is uploaded once, and again after it failed', async () => {
  const pictures = await collectPictures([
    new File([png('shared')], 'shared.png'),
    new File([png('same content')], 'one.png'),
    new File([png('same content')], 'other.png'),
  ])
  const batches = [['shared.png'], ['shared.png', 'shared.png', 'one.png', 'other.png'], []]
  const pending = () => batches.shift()?.map((image, index) => ({ number: index, record: { image } }))
  const shown = backendWith(() => undefined)
  const { from } = Object(await shown.loadRest())
  const limit = () => Promise.resolve({ data: pending(), error: null })
  const rows = { select: () => rows, eq: () => rows, is: () => rows, order: () => rows, limit }
  const imported: (readonly ImportRecord[])[] = []
  const rpc = (_: string, sent: { readonly rows: readonly ImportRecord[] }) => {
    imported.push(sent.rows)
    return Promise.resolve({ data: [], error: null })
  }
  const rest = { from: (table: string) => (table === 'import_rows' ? rows : from(table)), rpc }
  // What an import calls of it.
  const backend = { ...shown, loadRest: () => Promise.resolve(rest) } as unknown as Backend
  const upload = vi.fn<RunEffects['upload']>(async (_, { file }) => {
    // By its content.
    return { url: `/${file.size}`, widths: null, colour: null }
  })
  upload.mockRejectedValueOnce(new Error('No space is left'))
  const prepare: RunEffects['prepare'] = async (file) => ({ file, sizes: [], widths: [2], colour: '#7f7f7f' })
  await runImport(
    backend,
    'an-import',
    pictures,
    { prepare, upload },
    {
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
  )
  const [shared, same] = ['shared', 'same content'].map((note) => `/${png(note).length}`)
  expect(imported[0]?.map(({ errors }) => errors)).toEqual([{ image_url: 'No space is left' }])
  expect(imported[1]?.map(({ image_url: url }) => url)).toEqual([shared, shared, same, same])
  expect(upload).toHaveBeenCalledTimes(3)
})

test.each([
  ['57014', 'canceling statement due to statement timeout'],
  ['PGRST000', 'The request took too long and was ended.'],
  ['', `Error: ${noResponseInTime}`],
])('rows that a busy server cannot check at once (%s) are checked in halves', async (code, message) => {
  const sizes: number[] = []
  const rpc = (_: string, { rows }: { readonly rows: readonly ImportRecord[] }) => ({
    abortSignal() {
      sizes.push(rows.length)
      const error = { code, message }
      const data = rows.map(({ number }) => ({ number, outcome: 'created', errors: {} }))
      return Promise.resolve(rows.length > 2 ? { data: null, error } : { data, error: null })
    },
  })
  // What a check calls of it.
  const backend = { loadRest: () => Promise.resolve({ rpc }) } as unknown as Backend
  const rows = [2, 3, 4, 5, 6].map((number) => ({ number, errors: {} }))
  const results = await checkRows(backend, rows, { update: true, create: {} }, new AbortController().signal)
  expect(results.map(({ number }) => number)).toEqual([2, 3, 4, 5, 6])
  expect(sizes).toEqual([5, 3, 2, 1, 2])
})

test('rows of long texts are stored in requests that the server takes', async () => {
  const sent: { readonly rows: readonly ImportRecord[] }[] = []
  const rpc = (_: string, body: { readonly rows: readonly ImportRecord[] }) => {
    sent.push(body)
    return { abortSignal: () => Promise.resolve({ data: null, error: null }) }
  }
  // What it calls of it.
  const backend = { loadRest: () => Promise.resolve({ rpc }) } as unknown as Backend
  const description = 'दिवाली '.repeat(250)
  const rows = Array.from({ length: 501 }, (_, index) => ({
    number: index + 2,
    ...(index < 100 && { description }),
    errors: {},
  }))
  const run = { id: 'an-import', name: 'gifts.csv', options: { update: true, create: {} } }
  await storeImport(backend, run, rows, new AbortController().signal)
  expect(sent.flatMap((body) => body.rows)).toEqual(rows)
  expect(sent.filter((body) => new Blob([JSON.stringify(body)]).size > 256 * 1024)).toEqual([])
  expect(sent.length).toBeLessThan(6)
})
