import type { Dimensions } from '../../domain/image-dimensions.ts'

/** The longest side of a product image, in pixels: sharp on the largest card and in the largest dialog. */
const longestSide = 1600

/** The size of an image when it is stored: its proportions, no side longer than 1600 px, never enlarged. */
export function targetSize({ width, height }: Dimensions): Dimensions {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) }
}

/**
 * The sizes on the way down, the last of which is the target. Each is half of the one before, so that every pixel
 * counts: drawn to a tenth in one go, fine patterns flicker in browsers that look at four neighbours only.
 */
export function stepsDown(from: Dimensions): readonly Dimensions[] {
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
