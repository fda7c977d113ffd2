import type { Dimensions } from './image-dimensions.ts'

/**
 * The widths in pixels that a stored image is made smaller to, as far as it is wider: a card of a narrow column, a
 * card, and a card on a screen with twice the pixels. The database knows the same numbers.
 */
export const cardWidths = [320, 480, 960] as const

/** The wider side of a card's picture for one of the narrower. */
const cardAspect = 4 / 3

const widestCard = Math.max(...cardWidths)

/** A part of an image. */
export interface Cut extends Dimensions {
  readonly x: number
  readonly y: number
}

/** What a card shows of an image: the largest part of 4 to 3 from its middle. */
export function cardCut({ width, height }: Dimensions): Cut {
  const cut = {
    width: atLeastOne(Math.min(width, height * cardAspect)),
    height: atLeastOne(Math.min(height, width / cardAspect)),
  }
  return { ...cut, x: Math.floor((width - cut.width) / 2), y: Math.floor((height - cut.height) / 2) }
}

/** The dimensions of a size of this width. */
export function sizeOf(width: number): Dimensions {
  return { width, height: atLeastOne(width / cardAspect) }
}

/**
 * The widths that an image is there in, ascending, as a record keeps them: each but the last is a size beside the
 * image, cut as cards show it; the last is what a card gets of the image itself.
 */
export function imageWidths(image: Dimensions): readonly number[] {
  const { width: own } = cardCut(image)
  return [...cardWidths.filter((width) => width < own), own]
}

/** The name of an image's size, or its address: `7-480.webp` beside `7.webp`. The one rule for both. */
export function sizeName(image: string, width: number): string {
  return image.replace(/(\.\w+)$/, `-${width}$1`)
}

/**
 * What a browser chooses from for a card's picture, as the attribute `srcset`: never more than the widest card can
 * show. Undefined for an image without sizes, which is shown as it is.
 */
export function cardSources(
  address: string,
  widths: readonly number[] | null | undefined,
): string | undefined {
  const own = widths?.at(-1)
  if (!widths || own === undefined) return undefined
  const sizes = widths.slice(0, -1).map((width) => `${sizeName(address, width)} ${width}w`)
  return [...sizes, ...(own <= widestCard || sizes.length === 0 ? [`${address} ${own}w`] : [])].join(', ')
}

function atLeastOne(length: number): number {
  return Math.max(1, Math.round(length))
}
