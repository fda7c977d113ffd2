/** Red, green, blue from 0 to 255, and an optional opacity from 0 to 1. */
export type Paint = readonly [number, number, number, number?]

/** Reads `#rrggbb`. */
export function hex(code: string): Paint {
  const value = Number.parseInt(code.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

const pairs = Array.from({ length: 256 }, (_, value) => value.toString(16).padStart(2, '0'))

function pair(value: number): string {
  return pairs[value < 0 ? 0 : value > 255 ? 255 : Math.round(value)] ?? '00'
}

/** A CSS colour; `opacity` is multiplied with the paint's own. Hexadecimal, since that is read fastest. */
export function css(paint: Paint, opacity = 1): string {
  const [red, green, blue, own = 1] = paint
  const solid = `#${pair(red)}${pair(green)}${pair(blue)}`
  return own * opacity === 1 ? solid : `${solid}${pair(own * opacity * 255)}`
}

/** The paint `share` (0 to 1) of the way from one to the other. */
export function mix(from: Paint, to: Paint, share: number): Paint {
  const at = share < 0 ? 0 : share > 1 ? 1 : share
  const [a = 1, b = 1] = [from[3], to[3]]
  return [
    from[0] + (to[0] - from[0]) * at,
    from[1] + (to[1] - from[1]) * at,
    from[2] + (to[2] - from[2]) * at,
    a + (b - a) * at,
  ]
}

const lamp: Paint = [255, 250, 240]

/** Towards the warm lamp. */
export function lighten(paint: Paint, share: number): Paint {
  return mix(paint, lamp, share)
}

/** Towards a deep shade of the same hue with a breath of aubergine, never towards a dead grey. */
export function darken(paint: Paint, share: number): Paint {
  const deep: Paint = [paint[0] * 0.2 + 10, paint[1] * 0.14 + 4, paint[2] * 0.2 + 14, paint[3] ?? 1]
  return mix(paint, deep, share)
}

/** The same paint, see-through. */
export function fade(paint: Paint, opacity: number): Paint {
  return [paint[0], paint[1], paint[2], opacity]
}

/** The paint itself where it can be read on something pale, else a deeper tone of it. */
export function legible(paint: Paint): Paint {
  const light = paint[0] * 0.3 + paint[1] * 0.59 + paint[2] * 0.11
  return light > 132 ? darken(paint, 0.25 + (light - 132) / 260) : paint
}
