import type { Page } from '@playwright/test'

/** A file as Playwright hands it to an input. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** What a decoded image looks like: its size, and the colours at the middle of its quarters. */
export interface LookedAt {
  readonly width: number
  readonly height: number
  /** Upper left, upper right, lower left, lower right; each by name. */
  readonly quarters: readonly (Quarter | 'another colour')[]
}

/** The colours of the drawn photographs' quarters. */
export type Quarter = 'red' | 'green' | 'blue' | 'yellow' | 'clear'

interface Drawing {
  readonly width: number
  readonly height: number
  readonly type: 'image/jpeg' | 'image/png'
  /** Upper left, upper right, lower left, lower right. */
  readonly quarters?: readonly [Quarter, Quarter, Quarter, Quarter]
}

/** The quarters of a photograph that says nothing else. */
const upright = ['red', 'green', 'blue', 'yellow'] as const

/** Draws a real photograph in the browser, which encodes it: four fields, each of one colour. */
export async function drawPhotograph(page: Page, name: string, drawing: Drawing): Promise<ChosenFile> {
  const base64 = await page.evaluate(
    async ({ width, height, type, quarters }) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('The browser draws nothing')
      for (const [place, colour] of quarters.entries()) {
        context.fillStyle = colour === 'clear' ? 'transparent' : colour
        context.fillRect(
          (place % 2) * (width / 2),
          Math.floor(place / 2) * (height / 2),
          width / 2,
          height / 2,
        )
      }
      const blob = await canvas.convertToBlob({ type, quality: 0.9 })
      const reader = new FileReader()
      await new Promise((resolve) => {
        reader.addEventListener('load', resolve)
        reader.readAsDataURL(blob)
      })
      return typeof reader.result === 'string' ? reader.result.slice(reader.result.indexOf(',') + 1) : ''
    },
    { quarters: upright, ...drawing },
  )
  return { name, mimeType: drawing.type, buffer: Buffer.from(base64, 'base64') }
}

/**
 * A JPEG with the words of a camera that was not held upright (EXIF orientation): 6 is turned a quarter to the right
 * when it is shown, 3 stands on its head.
 */
export function takenAt(orientation: 3 | 6 | 8, photo: ChosenFile): ChosenFile {
  const orientationTag = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const tiff = [...Buffer.from('MM\0*'), 0, 0, 0, 8, 0, 1, ...orientationTag, 0, 0, 0, 0]
  const content = [...Buffer.from('Exif\0\0'), ...tiff]
  const segment = Buffer.from([0xff, 0xe1, 0, content.length + 2, ...content])
  const start = photo.buffer.subarray(0, 2)
  return { ...photo, buffer: Buffer.concat([start, segment, photo.buffer.subarray(2)]) }
}

/** A text with the name and the type of a photo, as a file has when it is renamed. */
export const textNamedJpg: ChosenFile = {
  name: 'price list.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('Mug, 240 rupees\nBottle, 480 rupees\n'),
}

/** The beginning of a photo as iPhones keep them; no browser but Safari reads more of it. */
export const heicPhoto: ChosenFile = {
  name: 'IMG_0042.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic'),
    Buffer.alloc(2000),
  ]),
}

/** A PNG whose header promises more pixels than any phone's photo has; there is nothing behind it. */
export const giganticPng: ChosenFile = {
  name: 'poster.png',
  mimeType: 'image/png',
  buffer: Buffer.from('89504e470d0a1a0a0000000d4948445200004e2000004e200806000000', 'hex'),
}

/** Lets the browser decode an image and looks at it. */
export async function lookAt(page: Page, image: Buffer): Promise<LookedAt> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
    const bitmap = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'none' })
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (context === null) throw new Error('The browser draws nothing')
    context.drawImage(bitmap, 0, 0)
    const names = new Map<string, 'red' | 'green' | 'blue' | 'yellow' | 'clear'>([
      ['255 0 0 255', 'red'],
      ['0 127 0 255', 'green'],
      ['0 0 255 255', 'blue'],
      ['255 255 0 255', 'yellow'],
      ['0 0 0 0', 'clear'],
    ])
    const nearest = (value: number) => [0, 127, 255].find((level) => Math.abs(level - value) <= 12) ?? value
    const quarters = [0, 1, 2, 3].map((place) => {
      const x = Math.floor(width * (place % 2 === 0 ? 0.25 : 0.75))
      const y = Math.floor(height * (place < 2 ? 0.25 : 0.75))
      const colour = [...context.getImageData(x, y, 1, 1).data].map(nearest).join(' ')
      return names.get(colour) ?? ('another colour' as const)
    })
    return { width, height, quarters }
  }, image.toString('base64'))
}
