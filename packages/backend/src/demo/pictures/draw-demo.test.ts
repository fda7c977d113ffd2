import { createCanvas, loadImage } from '@napi-rs/canvas'
import { dominantColour } from '@giftwell/shared/domain/dominant-colour.ts'
import type { Dimensions } from '@giftwell/shared/domain/image-dimensions.ts'
import { sizeName, sizeOf } from '@giftwell/shared/domain/image-sizes.ts'
import { describe, expect, it } from 'vitest'
import type { DemoImage } from '../../first-start/demo-target.ts'
import { frame } from '../drawing/frame.ts'
import { clientLogos } from '../logos/client-logos.ts'
import { logoSize } from '../logos/paint-logo.ts'
import { paintPicture } from './paint-picture.ts'
import { pictureList, pictureWidths } from './picture-list.ts'
import { drawWishes, type DrawingWish } from './draw-demo.ts'
import { type DrawingName, stagings } from './stagings.ts'

const patience = 120_000
const everyPicture = pictureList()
// One of every drawing.
const some = [...new Map(everyPicture.map((picture) => [picture.drawing, picture])).values()]

async function drawn(wishes: readonly DrawingWish[]): Promise<DemoImage[]> {
  const drawing = drawWishes(wishes)
  try {
    const images: DemoImage[] = []
    for (const entry of wishes.keys()) images.push(...(await drawing.draw(entry)))
    return images
  } finally {
    await drawing.end()
  }
}

/** Red, green and blue of `#rrggbb`. */
function bands(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

describe('drawWishes', () => {
  it(
    'draws what it is asked for, each picture in all its sizes, as small WebP',
    { timeout: patience },
    async () => {
      const wishes = [...clientLogos.map((logo) => ({ logo })), ...some.map((picture) => ({ picture }))]
      const images = await drawn(wishes)
      const wanted = new Map<string, Dimensions>([
        ...some.map(({ name }) => [name, frame] as const),
        ...some.flatMap(({ name }) =>
          [320, 480].map((width) => [sizeName(name, width), sizeOf(width)] as const),
        ),
        ...clientLogos.map(({ image }) => [image, logoSize] as const),
      ])
      expect(images.map(({ name }) => name).toSorted()).toEqual([...wanted.keys()].toSorted())
      for (const { name, bytes, contentType } of images) {
        expect(contentType).toBe('image/webp')
        expect(Buffer.from(bytes.subarray(0, 4)).toString('latin1')).toBe('RIFF')
        expect(Buffer.from(bytes.subarray(8, 12)).toString('latin1')).toBe('WEBP')
        const { width, height } = await loadImage(Buffer.from(bytes))
        expect({ width, height }, name).toEqual(wanted.get(name))
      }
      const bytesOf = (ending: RegExp) =>
        images
          .filter(({ name }) => ending.test(name))
          .map(({ bytes }) => bytes.byteLength)
          .toSorted((a, b) => a - b)
      const onCards = bytesOf(/-480\.webp$/)
      expect(onCards[onCards.length >> 1]).toBeLessThan(20 * 1024)
      expect(bytesOf(/./).at(-1)).toBeLessThan(48 * 1024)
    },
  )

  it('draws the same bytes every time', { timeout: patience }, async () => {
    const pictures = some.slice(0, 6)
    const byName = async () => {
      const images = await drawn(pictures.map((picture) => ({ picture })))
      return new Map(images.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('base64')]))
    }
    const first = await byName()
    expect(first.size).toBe(6 * pictureWidths.length)
    expect(await byName()).toEqual(first)
  })

  it('is told when it is ended in the middle of a picture', { timeout: patience }, async () => {
    const drawing = drawWishes(some.map((picture) => ({ picture })))
    const [drawn] = await Promise.allSettled([drawing.draw(0), drawing.end()])
    expect(drawn).toMatchObject({ status: 'rejected', reason: { message: 'the thread has ended' } })
  })

  it('fails when the thread fails', { timeout: patience }, async () => {
    const [first] = everyPicture
    if (first === undefined) throw new Error('There is no picture')
    const broken = { ...first, drawing: 'a unicorn' as DrawingName }
    await expect(drawn([{ picture: broken }])).rejects.toThrow(/unicorn|undefined|iterable/)
  })
})

describe('pictureList', () => {
  it('shows every drawing, in three palettes or more and before several backdrops', () => {
    const byDrawing = Map.groupBy(everyPicture, ({ drawing }) => drawing)
    expect([...byDrawing.keys()].toSorted()).toEqual(Object.keys(stagings).toSorted())
    for (const [drawing, pictures] of byDrawing) {
      expect(pictures.length, drawing).toBeGreaterThanOrEqual(3)
      expect(new Set(pictures.map(({ palette }) => palette)).size, drawing).toBe(pictures.length)
      expect(new Set(pictures.map(({ backdrop }) => backdrop)).size, drawing).toBeGreaterThanOrEqual(2)
    }
    expect(everyPicture.length).toBeGreaterThanOrEqual(360)
    expect(everyPicture.length).toBeLessThanOrEqual(600)
  })
})

describe('paintPicture', () => {
  const scale = 0.25
  const canvas = createCanvas(frame.width * scale, frame.height * scale)
  const pixels = () => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data

  it('paints most of every picture in about the colour that stands in for it', () => {
    for (const picture of some) {
      paintPicture(canvas, picture, scale)
      const painted = bands(dominantColour(pixels()) ?? '')
      const standsIn = bands(picture.colour)
      const differences = painted.map((band, at) => Math.abs(band - (standsIn[at] ?? Number.NaN)))
      expect(Math.max(...differences), picture.name).toBeLessThan(48)
    }
  })

  /** How far the picture differs from its backdrop at a point, from 0 to 765. */
  function difference(picture: (typeof some)[number]): (x: number, y: number) => number {
    paintPicture(canvas, { ...picture, zoom: 0 }, scale)
    const empty = pixels()
    paintPicture(canvas, picture, scale)
    const full = pixels()
    return (x, y) => {
      const at = (y * canvas.width + x) * 4
      return [0, 1, 2].reduce(
        (sum, band) => sum + Math.abs((full[at + band] ?? 0) - (empty[at + band] ?? 0)),
        0,
      )
    }
  }

  it.each(some.map((picture) => [picture.drawing, picture] as const))(
    'draws %s large, in the middle and whole',
    (_, picture) => {
      const differs = difference(picture)
      let [left, right, top, bottom, changed] = [canvas.width, 0, canvas.height, 0, 0]
      for (let y = 0; y < canvas.height; y += 1) {
        for (let x = 0; x < canvas.width; x += 1) {
          if (differs(x, y) < 110) continue
          changed += 1
          ;[left, right, top, bottom] = [
            Math.min(left, x),
            Math.max(right, x),
            Math.min(top, y),
            Math.max(bottom, y),
          ]
        }
      }
      expect(changed / (canvas.width * canvas.height)).toBeGreaterThan(0.02)
      expect(Math.abs((left + right) / 2 / canvas.width - 0.5)).toBeLessThan(0.12)
      expect(Math.abs((top + bottom) / 2 / canvas.height - 0.53)).toBeLessThan(0.13)
      expect(Math.min(left, top, canvas.width - 1 - right, canvas.height - 1 - bottom)).toBeGreaterThan(0)
    },
  )
})
