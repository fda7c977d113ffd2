/** Bits of each channel for grouping colours. */
const groupedBits = 3

/**
 * The placeholder colour of an image as `#rrggbb`: the mean of the most frequent group of similar colours. Null for an
 * image with transparency.
 *
 * @param pixels RGBA, as from a canvas
 */
export function dominantColour(pixels: Uint8ClampedArray): string | null {
  const counts = new Uint32Array(1 << (3 * groupedBits))
  let dominant = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3] !== 255) return null
    const colour = groupOf(pixels, at)
    counts[colour] = (counts[colour] ?? 0) + 1
    if ((counts[colour] ?? 0) > (counts[dominant] ?? 0)) dominant = colour
  }
  const sums = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    if (groupOf(pixels, at) !== dominant) continue
    for (const band of [0, 1, 2]) sums[band] = (sums[band] ?? 0) + (pixels[at + band] ?? 0)
  }
  const count = counts[dominant] ?? 0
  return count === 0 ? null : `#${sums.map((sum) => hexadecimal(sum / count)).join('')}`
}

function groupOf(pixels: Uint8ClampedArray, at: number): number {
  const dropped = 8 - groupedBits
  const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
  return ((red >> dropped) << (2 * groupedBits)) | ((green >> dropped) << groupedBits) | (blue >> dropped)
}

function hexadecimal(band: number): string {
  return Math.round(band).toString(16).padStart(2, '0')
}
