import { beforeEach, expect, test, vi } from 'vitest'

import { pdfPages } from './pdf-pages.ts'

const { getDocument } = vi.hoisted(() => ({ getDocument: vi.fn<(options: unknown) => unknown>() }))
// It draws on a browser's canvas.
vi.mock('pdfjs-dist/legacy/build/pdf.mjs', () => ({ getDocument, PDFWorker: { create: () => ({}) } }))

/** The pictures read of each page; null for unread ones. */
function opened(pages: readonly (readonly unknown[])[], shared: readonly unknown[] = []) {
  const named = (pictures: readonly unknown[]) => pictures.map((data, index) => [`picture ${index}`, data])
  getDocument.mockReturnValue({
    promise: Promise.resolve({
      numPages: pages.length,
      getPage: (number: number) =>
        Promise.resolve({
          getViewport: () => ({ width: 200, height: 100 }),
          render: () => ({ promise: Promise.resolve() }),
          objs: named(pages[number - 1] ?? []),
          commonObjs: named(shared),
        }),
    }),
    destroy: () => Promise.resolve(),
  })
}

const file = (dictionary: string) =>
  new TextEncoder().encode(
    `%PDF-1.7\n5 0 obj <</Width 9000>> stream\nq\nendstream endobj\n6 0 obj <<${dictionary}>>\nstream\nabcd\nendstream endobj`,
  )
const small = file('/Subtype/Image/Width 200/Height 9000')

beforeEach(() => {
  vi.stubGlobal(
    'Worker',
    class {
      terminate() {}
    },
  )
  vi.stubGlobal('document', { createElement: () => ({ toDataURL: () => 'data:,page' }) })
  return () => vi.unstubAllGlobals()
})

test('a file is whole where each page and each picture of it is shown', async () => {
  opened([[{}], [{}]], [{}])
  expect(await pdfPages(small)).toEqual({ pictures: ['data:,page', 'data:,page'], pages: 2, isWhole: true })
})

test('a file with more pages than are drawn is not whole', async () => {
  opened([[], [], [], [], [], []])
  const { pictures, ...more } = await pdfPages(small)
  expect([pictures.length, more]).toEqual([5, { pages: 6, isWhole: false }])
})

test('a file with a picture that was not read is not whole', async () => {
  opened([[{}], [{}, null]])
  expect(await pdfPages(small)).toMatchObject({ isWhole: false })
  opened([[{}], [{}]], [null])
  expect(await pdfPages(small), 'on several pages').toMatchObject({ isWhole: false })
})

test('a file with a picture that is left out for its size is not whole', async () => {
  opened([[{}]])
  expect(await pdfPages(file('/Subtype/Image /Height 5000\n/Width 8000'))).toMatchObject({ isWhole: true })
  expect(await pdfPages(file('/Subtype/Image /Height 5001\n/Width 8000'))).toMatchObject({ isWhole: false })
})
