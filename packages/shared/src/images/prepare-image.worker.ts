import { dominantColour } from './dominant-colour.ts'
import { iconGround } from './icon-ground.ts'
import type { Dimensions } from './image-header.ts'
import { cropToCard, type CropRectangle, imageWidths, sizeOf, downscaleSteps } from './image-sizes.ts'
import type { PreparedSize, SizeLimit, WorkerRequest, WorkerResult } from './prepare-image.ts'

/** Visually lossless. At 1600 px even noise stays far below the bucket's 5 MB. */
const quality = 0.82
/** For small sizes: about 20 KB for a photo of 480 px. */
const sizeQuality = 0.75
/** For a size with a limit, the best first. */
const limitedQualities = [sizeQuality, 0.65, 0.55, 0.45, 0.35, 0.25]
const colourSample: Dimensions = { width: 64, height: 48 }

// Decodes off the main thread to keep the form responsive. Responds once; the page terminates it.
addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  const respond = (result: WorkerResult) => postMessage(result)
  prepare(data).then(
    (prepared) => respond(prepared ?? { unreadable: true }),
    (error: unknown) => respond({ failure: String(error) }),
  )
})

/** Returns null when the browser cannot decode the image. */
async function prepare({ original, limit, isIcon }: WorkerRequest): Promise<WorkerResult | null> {
  const bitmap = await createImageBitmap(original, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap === null) return null
  const canvas = scaleDown(bitmap)
  if (isIcon) return prepareIcon(canvas)
  const widths = imageWidths(canvas)
  // Before encoding, which may fill transparency with white.
  const colour = colourOf(canvas)
  const image = await encode(canvas, quality)
  return { image, widths, colour, sizes: await makeSizes(canvas, widths.slice(0, -1), limit) }
}

const iconSide = 512
/** Of the icon's side, for a picture without a ground of its own. */
const iconShare = 0.86
/** A picture that is longer cannot be read in an icon of 32 pixels. */
const longestIcon = 2

async function prepareIcon(picture: OffscreenCanvas): Promise<WorkerResult> {
  const { width, height } = picture
  if (Math.max(width, height) > longestIcon * Math.min(width, height)) return { tooLong: true }
  const { colour, isOwn } = iconGround(contextOf(picture).getImageData(0, 0, width, height).data)
  const icon = new OffscreenCanvas(iconSide, iconSide)
  const context = contextOf(icon)
  context.fillStyle = colour
  context.fillRect(0, 0, iconSide, iconSide)
  const scale = (iconSide * (isOwn ? 1 : iconShare)) / Math.max(width, height)
  const [wide, high] = [width * scale, height * scale]
  context.drawImage(picture, (iconSide - wide) / 2, (iconSide - high) / 2, wide, high)
  return { image: await icon.convertToBlob({ type: 'image/png' }), widths: [iconSide], colour, sizes: [] }
}

function scaleDown(bitmap: ImageBitmap): OffscreenCanvas {
  let source: ImageBitmap | OffscreenCanvas = bitmap
  let canvas = new OffscreenCanvas(1, 1)
  for (const size of downscaleSteps(bitmap)) {
    canvas = drawn(source, { x: 0, y: 0, width: source.width, height: source.height }, size)
    release(source)
    source = canvas
  }
  return canvas
}

/** The sizes of these ascending widths, each scaled from the next larger one, which is at most twice as large. */
async function makeSizes(
  image: OffscreenCanvas,
  widths: readonly number[],
  limit: SizeLimit | undefined,
): Promise<PreparedSize[]> {
  const sizes: PreparedSize[] = []
  let source = image
  for (const width of widths.toReversed()) {
    const canvas = drawn(source, cropToCard(source), sizeOf(width))
    release(source)
    const isLimited = width === limit?.width
    const encoded = isLimited ? encodeWithin(canvas, limit.bytes) : encode(canvas, sizeQuality)
    sizes.unshift({ width, image: await encoded })
    source = canvas
  }
  return sizes
}

/** A picture in at most so many bytes: of less quality, and where that is not enough also of less detail. */
async function encodeWithin(picture: OffscreenCanvas, mostBytes: number): Promise<Blob> {
  for (let blur = 1; ; blur *= 2) {
    const canvas = blur === 1 ? picture : blurred(picture, blur)
    for (const asQuality of limitedQualities) {
      const image = await encode(canvas, asQuality)
      if (image.size <= mostBytes) return image
    }
  }
}

/** The picture as if it had so many times fewer pixels on each side. */
function blurred(picture: OffscreenCanvas, times: number): OffscreenCanvas {
  const { width, height } = picture
  const small = { width: Math.ceil(width / times), height: Math.ceil(height / times) }
  return drawn(
    drawn(picture, { x: 0, y: 0, width, height }, small),
    { x: 0, y: 0, ...small },
    { width, height },
  )
}

function colourOf(image: OffscreenCanvas): string | null {
  const { width, height } = colourSample
  const sample = drawn(image, cropToCard(image), colourSample)
  return dominantColour(contextOf(sample).getImageData(0, 0, width, height).data)
}

function drawn(source: ImageBitmap | OffscreenCanvas, from: CropRectangle, to: Dimensions): OffscreenCanvas {
  const canvas = new OffscreenCanvas(to.width, to.height)
  contextOf(canvas).drawImage(source, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height)
  return canvas
}

/** Frees memory at once: phones run out before the garbage collector runs. */
function release(source: ImageBitmap | OffscreenCanvas): void {
  if (source instanceof ImageBitmap) source.close()
  else Object.assign(source, { width: 0, height: 0 } satisfies Dimensions)
}

async function encode(canvas: OffscreenCanvas, asQuality: number): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality: asQuality })
  if (webp.type === 'image/webp') return webp
  // Safari cannot encode WebP and returns a PNG. JPEG has no transparency, so fill with white.
  const context = contextOf(canvas)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: asQuality })
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser has no memory left for a picture.')
  context.imageSmoothingQuality = 'high'
  return context
}
