const light = '#ffffff'
const dark = '#241b2f'

/** The mean luminance above which a picture is hard to see on white: less than 2 to 1 (WCAG 2). */
const mostOnLight = 0.475

/**
 * The ground on which a picture is an icon: the colour of its own corner if nothing shows through it, otherwise white, or dark for a
 * light picture.
 *
 * @param pixels RGBA, as from a canvas
 */
export function iconGround(pixels: Uint8ClampedArray): { readonly colour: string; readonly isOwn: boolean } {
  let [luminance, visible, isOwn] = [0, 0, true]
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 255) isOwn = false
    visible += alpha
    luminance += alpha * (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue))
  }
  if (isOwn) {
    const corner = Array.from(pixels.subarray(0, 3), (band) => band.toString(16).padStart(2, '0'))
    return { colour: `#${corner.join('')}`, isOwn }
  }
  return { colour: luminance > mostOnLight * visible ? dark : light, isOwn }
}

/** Near enough to sRGB's curve. */
function linear(band: number): number {
  return (band / 255) ** 2.2
}
