import type { Dimensions } from '../../domain/image-dimensions.ts'
import type { ImageAnswer } from './prepare-image.ts'
import { stepsDown } from './target-size.ts'

/** Hardly to be told from the original. At 1600 px even pure noise stays far below the bucket's 5 MB. */
const quality = 0.82

// Beside the page, so that a form stays quick while a photo is decoded. Answers once and is ended by who started it.
addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  const answer = (message: ImageAnswer) => postMessage(message)
  prepare(data).then(
    (image) => answer(image === null ? { unreadable: true } : { image }),
    (error: unknown) => answer({ failure: String(error) }),
  )
})

/** The image as it is stored, or null when the browser cannot read it. */
async function prepare(original: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(original, { imageOrientation: 'from-image' }).catch(() => null)
  return bitmap === null ? null : encode(scaleDown(bitmap))
}

function scaleDown(bitmap: ImageBitmap): OffscreenCanvas {
  let source: ImageBitmap | OffscreenCanvas = bitmap
  let canvas = new OffscreenCanvas(1, 1)
  for (const size of stepsDown(bitmap)) {
    canvas = new OffscreenCanvas(size.width, size.height)
    contextOf(canvas).drawImage(source, 0, 0, size.width, size.height)
    release(source)
    source = canvas
  }
  return canvas
}

/** A phone has not the memory for a photo and two smaller ones until the collector comes by. */
function release(source: ImageBitmap | OffscreenCanvas): void {
  if (source instanceof ImageBitmap) source.close()
  else Object.assign(source, { width: 0, height: 0 } satisfies Dimensions)
}

async function encode(canvas: OffscreenCanvas): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: 'image/webp', quality })
  if (webp.type === 'image/webp') return webp
  // Safari writes no WebP and answers with a PNG. JPEG knows no transparency: paper stands behind it.
  const context = contextOf(canvas)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser has no memory left for a picture.')
  context.imageSmoothingQuality = 'high'
  return context
}
