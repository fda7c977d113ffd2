/** Colours are counted as one when these bits of red, green and blue agree. */
const countedBits = 3

/**
 * The colour that most of a picture is of, as `#rrggbb`, to stand in for it while it loads: the mean of the colours
 * that are nearly the same and cover the most. Null for a picture that can be seen through, behind which no colour may
 * stay.
 *
 * @param pixels red, green, blue and opacity of each pixel in turn, as a canvas gives them
 */
export function dominantColour(pixels: Uint8ClampedArray): string | null {
  const counts = new Uint32Array(1 << (3 * countedBits))
  let dominant = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] !== 255) return null
    const colour = countedAs(pixels, at)
    counts[colour] = (counts[colour] ?? 0) + 1
    if ((counts[colour] ?? 0) > (counts[dominant] ?? 0)) dominant = colour
  }
  const sums = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    if (countedAs(pixels, at) !== dominant) continue
    for (const band of [0, 1, 2]) sums[band] = (sums[band] ?? 0) + (pixels[at + band] ?? 0)
  }
  const count = counts[dominant] ?? 0
  return count === 0 ? null : `#${sums.map((sum) => hexadecimal(sum / count)).join('')}`
}

function countedAs(pixels: Uint8ClampedArray, at: number): number {
  const dropped = 8 - countedBits
  const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
  return ((red >> dropped) << (2 * countedBits)) | ((green >> dropped) << countedBits) | (blue >> dropped)
}

function hexadecimal(band: number): string {
  return Math.round(band).toString(16).padStart(2, '0')
}
