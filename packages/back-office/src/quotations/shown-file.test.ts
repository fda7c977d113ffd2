import { expect, test, vi } from 'vitest'

import { canBeShown, shownFile } from './shown-file.ts'

const { pdfPages } = vi.hoisted(() => ({ pdfPages: vi.fn<(content: Uint8Array) => Promise<unknown>>() }))
// It needs a browser's canvas.
vi.mock('./pdf-pages.ts', () => ({ pdfPages }))

const stored = (type: string) => ({ name: 'Logo', type, content: btoa('%PDF-1.7') })

test('a picture is shown as it is, a PDF by its pages, and other files say that they are downloaded', async () => {
  expect(await shownFile(stored('image/svg+xml'))).toEqual({
    pictures: [`data:image/svg+xml;base64,${btoa('%PDF-1.7')}`],
    pages: 1,
    isWhole: true,
  })
  pdfPages.mockResolvedValueOnce({ pictures: ['data:,'], pages: 3, isWhole: false })
  expect(await shownFile(stored('application/pdf'))).toEqual({
    pictures: ['data:,'],
    pages: 3,
    isWhole: false,
  })
  expect(String.fromCharCode(...(pdfPages.mock.lastCall?.[0] ?? []))).toBe('%PDF-1.7')
  pdfPages.mockRejectedValueOnce(new Error('InvalidPDFException'))
  for (const type of ['application/pdf', 'application/postscript'])
    await expect(shownFile(stored(type))).rejects.toMatchObject({
      kind: 'invalid',
      message: 'This file cannot be shown here. Download it to see it.',
    })
})

test('EPS files alone have no button that shows them', () => {
  const names = ['Logo.pdf', 'Logo.AI', 'Logo.svg', 'Logo.png', 'Logo.jpg', 'Proof.webp', 'Logo.eps']
  expect(names.filter((name) => !canBeShown(name))).toEqual(['Logo.eps'])
})
