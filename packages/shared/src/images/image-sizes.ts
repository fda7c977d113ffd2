import type { Dimensions } from './image-header.ts'

/** The bucket of product images (product.md, section 3). */
export const productImagesBucket = 'product-images'

/** The path of the public images, with which those of our bucket are stored. */
export const publicPath = `/storage/v1/object/public/${productImagesBucket}/`

/**
 * The widths in pixels of an image's smaller sizes: a card in a narrow column, a card, and a card on a high-density
 * screen. The database has the same numbers.
 */
export const cardWidths = [320, 480, 960] as const

const cardAspect = 4 / 3

const widestCard = Math.max(...cardWidths)

/** A rectangle of an image. */
export interface CropRectangle extends Dimensions {
  readonly x: number
  readonly y: number
}

/** The part that a card shows: the largest centred rectangle with an aspect ratio of 4 to 3. */
export function cropToCard({ width, height }: Dimensions): CropRectangle {
  const cut = {
    width: atLeastOne(Math.min(width, height * cardAspect)),
    height: atLeastOne(Math.min(height, width / cardAspect)),
  }
  return { ...cut, x: Math.floor((width - cut.width) / 2), y: Math.floor((height - cut.height) / 2) }
}

/** The dimensions of a card’s picture of this width, at a ratio of 4 to 3. */
export function sizeOf(width: number): Dimensions {
  return { width, height: atLeastOne(width / cardAspect) }
}

/** The available widths of an image, ascending: its smaller sizes, and last the card's part of the image itself. */
export function imageWidths(image: Dimensions): readonly number[] {
  const { width: own } = cropToCard(image)
  return [...cardWidths.filter((width) => width < own), own]
}

/** The name or URL of an image's size: `7-480.webp` for `7.webp`. */
export function sizeName(image: string, width: number): string {
  return image.replace(/(\.\w+)$/, `-${width}$1`)
}

/** The `srcset` of a card's image, up to the widest card. Undefined for an image without sizes. */
export function cardSources(
  address: string,
  widths: readonly number[] | null | undefined,
): string | undefined {
  const own = widths?.at(-1)
  if (!widths || own === undefined) return undefined
  const sizes = widths.slice(0, -1).map((width) => `${sizeName(address, width)} ${width}w`)
  return [...sizes, ...(own <= widestCard || sizes.length === 0 ? [`${address} ${own}w`] : [])].join(', ')
}

/** Maximum side of a product image in pixels. */
const maxSide = 1600

/** The stored size of an image: at most 1600 px, never enlarged. */
export function targetSize({ width, height }: Dimensions): Dimensions {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) }
}

/**
 * The steps of a reduction, halving until the target. Browsers sample only four neighbours, so a large reduction in one
 * step would alias fine patterns.
 */
export function downscaleSteps(from: Dimensions): readonly Dimensions[] {
  const target = targetSize(from)
  const steps: Dimensions[] = []
  let { width, height } = from
  while (width > 2 * target.width && height > 2 * target.height) {
    width = Math.ceil(width / 2)
    height = Math.ceil(height / 2)
    steps.push({ width, height })
  }
  return [...steps, target]
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length))
}

/** A unique name: a random number and the image's extension (product.md, section 3). */
export function newImageName(image: File): string {
  const extension = image.name.slice(image.name.lastIndexOf('.') + 1)
  return `${crypto.getRandomValues(new BigUint64Array(1)).join('')}.${extension}`
}

/** Where the images of the bucket are. */
interface ImageServer {
  readonly supabaseUrl: string
}

/** The public URL of a stored image. */
export function publicImageAddress(config: ImageServer, name: string): string {
  return `${config.supabaseUrl}${publicPath}${name}`
}

/** The URL of an image at the backend: those of our bucket are stored without a host, so that the site can move. */
export function imageAddress(config: ImageServer, imageUrl: string): string {
  return URL.canParse(imageUrl, config.supabaseUrl) ? new URL(imageUrl, config.supabaseUrl).href : imageUrl
}
