import type { Page } from '@playwright/test'

/** A file as Playwright hands it to an input. */
export interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** The colours of the drawn photos' quarters. */
type Quarter = 'red' | 'green' | 'blue' | 'yellow' | 'clear'

interface Drawing {
  readonly width: number
  readonly height: number
  readonly type: 'image/jpeg' | 'image/png'
  /** Upper left, upper right, lower left, lower right; red, green, blue and yellow by default. */
  readonly quarters?: readonly [Quarter, Quarter, Quarter, Quarter]
  /** Whether each pixel has a shade of its own, which hardly compresses. */
  readonly isGrainy?: boolean
}

/** Draws a real photo in the browser, which encodes it: four quarters, each of one colour. */
export async function drawPhoto(page: Page, name: string, drawing: Drawing): Promise<ChosenFile> {
  const base64 = await page.evaluate(
    async ({ width, height, type, quarters, isGrainy }) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('The browser has no canvas')
      const [halfWidth, halfHeight] = [width / 2, height / 2]
      for (const [place, colour] of quarters.entries()) {
        context.fillStyle = colour === 'clear' ? 'transparent' : colour
        context.fillRect((place % 2) * halfWidth, Math.floor(place / 2) * halfHeight, halfWidth, halfHeight)
      }
      if (isGrainy) {
        const grains = context.getImageData(0, 0, width, height)
        crypto.getRandomValues(new Uint8Array(97)).forEach((shade, offset) => {
          for (let at = offset; at < grains.data.length; at += 97) {
            if (at % 4 < 3) grains.data[at] = (grains.data[at] ?? 0) ^ shade
          }
        })
        context.putImageData(grains, 0, 0)
      }
      const blob = await canvas.convertToBlob({ type, quality: 0.9 })
      const reader = new FileReader()
      await new Promise((resolve) => {
        reader.addEventListener('load', resolve)
        reader.readAsDataURL(blob)
      })
      return typeof reader.result === 'string' ? reader.result.replace(/^.*,/, '') : ''
    },
    { quarters: ['red', 'green', 'blue', 'yellow'] as const, isGrainy: false, ...drawing },
  )
  return { name, mimeType: drawing.type, buffer: Buffer.from(base64, 'base64') }
}

/** A JPEG with an EXIF orientation: 6 is rotated a quarter to the right when it is displayed, 3 is upside down. */
export function withOrientation(orientation: 3 | 6 | 8, photo: ChosenFile): ChosenFile {
  const orientationTag = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const tiff = [...Buffer.from('MM\0*'), 0, 0, 0, 8, 0, 1, ...orientationTag, 0, 0, 0, 0]
  const content = [...Buffer.from('Exif\0\0'), ...tiff]
  const segment = Buffer.from([0xff, 0xe1, 0, content.length + 2, ...content])
  const start = photo.buffer.subarray(0, 2)
  return { ...photo, buffer: Buffer.concat([start, segment, photo.buffer.subarray(2)]) }
}

/** A text file with the name and the type of a photo. */
export const textNamedJpg: ChosenFile = {
  name: 'price list.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('Mug, 240 rupees\nBottle, 480 rupees\n'),
}

/** The header of an iPhone photo, which only Safari decodes. */
export const heicPhoto: ChosenFile = {
  name: 'IMG_0042.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'.padEnd(2024, '\0'), 'latin1'),
}

/** The header of a PNG with more pixels than any phone's photo has. */
export const giganticPng: ChosenFile = {
  name: 'poster.png',
  mimeType: 'image/png',
  buffer: Buffer.from('89504e470d0a1a0a0000000d4948445200004e2000004e200806000000', 'hex'),
}

/** Decodes an image in the browser: its size, and the colours in the middle of its quarters by name or as RGBA. */
export async function decodeImage(page: Page, image: Buffer) {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
    const bitmap = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'none' })
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (context === null) throw new Error('The browser has no canvas')
    context.drawImage(bitmap, 0, 0)
    const names: Readonly<Record<string, string>> = {
      '255 0 0 255': 'red',
      '0 127 0 255': 'green',
      '0 0 255 255': 'blue',
      '255 255 0 255': 'yellow',
      '0 0 0 0': 'clear',
    }
    const nearest = (value: number) => [0, 127, 255].find((level) => Math.abs(level - value) <= 12) ?? value
    const quarters = [0, 1, 2, 3].map((place) => {
      const x = Math.floor(width * (place % 2 === 0 ? 0.25 : 0.75))
      const y = Math.floor(height * (place < 2 ? 0.25 : 0.75))
      const colour = [...context.getImageData(x, y, 1, 1).data].map(nearest).join(' ')
      return names[colour] ?? colour
    })
    return { width, height, quarters }
  }, image.toString('base64'))
}
