import { type Paint, darken, fade, lighten, mix } from './colour.ts'

/**
 * What a surface looks like where its normal is (x right, y up, z towards the viewer; unit length).
 * Every solid asks its material, so that the light always falls from the upper left.
 */
export type Material = (x: number, y: number, z: number) => Paint

const light = unit(-0.54, 0.58, 0.61)
const white: Paint = [255, 253, 248]

function unit(x: number, y: number, z: number): readonly [number, number, number] {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

function lit(x: number, y: number, z: number): number {
  return x * light[0] + y * light[1] + z * light[2]
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function smooth(from: number, to: number, value: number): number {
  const at = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return at * at * (3 - 2 * at)
}

function lambert(colour: Paint): Material {
  const deep = darken(colour, 0.68)
  const bright = lighten(colour, 0.34)
  return (x, y, z) => {
    const facing = lit(x, y, z)
    const bounce = 0.16 * smooth(0.72, 1, x) * (1 - z)
    if (facing < 0.56) return mix(deep, colour, smooth(-0.85, 0.62, facing) + bounce)
    return mix(colour, bright, smooth(0.5, 1.04, facing))
  }
}

/** Unglazed clay, card, cloth, rubber: no highlight. */
export function matte(colour: Paint): Material {
  return lambert(colour)
}

/** How much a strip of light `half` degrees wide, centred on `centre`, shows at an angle. */
function strip(angle: number, centre: number, half: number, edge: number): number {
  const away = Math.abs(angle - centre)
  return 1 - smooth(half - edge, half + edge, away)
}

/** Glaze, lacquer, plastic, powder coat. `shine` from 0 (satin) to 1 (mirror glaze). */
export function gloss(colour: Paint, shine = 0.7): Material {
  const body = lambert(colour)
  const edge = 16 - 11 * shine
  return (x, y, z) => {
    const turn = (Math.atan2(2 * z * x, 2 * z * z - 1) * 180) / Math.PI
    const lift = 2 * z * y
    const key = strip(turn, -78, 20, edge) * smooth(-0.85, -0.2, lift) * 0.72
    const kick = strip(turn, 112, 9, edge) * 0.26
    const sky = smooth(0.62, 0.98, lift) * 0.22
    return mix(body(x, y, z), white, (key + kick + sky) * (0.3 + 0.7 * shine))
  }
}

const chrome: readonly (readonly [number, number])[] = [
  [-180, 0.3],
  [-150, 0.42],
  [-118, 0.78],
  [-96, 1],
  [-66, 1],
  [-44, 0.74],
  [-14, 0.52],
  [16, 0.36],
  [48, 0.46],
  [82, 0.6],
  [100, 0.94],
  [118, 0.9],
  [138, 0.5],
  [180, 0.28],
]
const brushed: readonly (readonly [number, number])[] = [
  [-180, 0.4],
  [-140, 0.55],
  [-92, 0.9],
  [-62, 0.96],
  [-20, 0.68],
  [30, 0.5],
  [80, 0.56],
  [112, 0.74],
  [150, 0.5],
  [180, 0.4],
]

function along(ramp: readonly (readonly [number, number])[], angle: number): number {
  for (let index = 1; index < ramp.length; index += 1) {
    const [to, high] = ramp[index] ?? [180, 0]
    const [from, low] = ramp[index - 1] ?? [-180, 0]
    if (angle <= to) return low + (high - low) * smooth(from, to, angle)
  }
  return 0.3
}

/** Brass, copper, steel. `polish` from 0 (brushed) to 1 (mirror). */
export function metal(tint: Paint, polish = 0.5): Material {
  const deep = darken(tint, 0.86)
  const flare = lighten(tint, 0.8)
  return (x, y, z) => {
    const turn = (Math.atan2(2 * z * x, 2 * z * z - 1) * 180) / Math.PI
    const lift = 2 * z * y
    const mirror = along(chrome, turn) * polish + along(brushed, turn) * (1 - polish)
    const up = smooth(0.35, 0.95, lift)
    const floor = smooth(-0.25, -0.8, lift)
    const value = mirror + (0.88 - mirror) * up * 0.8 + (0.62 - mirror) * floor * 0.7
    return value < 0.62 ? mix(deep, tint, value / 0.62) : mix(tint, flare, (value - 0.62) / 0.38)
  }
}

/** Clear glass or acrylic, tinted: dense at the edges, open in the middle, with two hard strips of light. */
export function glass(tint: Paint, body = 0.16): Material {
  const dense = darken(tint, 0.35)
  return (x, y, z) => {
    const turn = (Math.atan2(2 * z * x, 2 * z * z - 1) * 180) / Math.PI
    const rim = smooth(0.62, 0.05, z)
    const key =
      strip(turn, -84, 16, 3) * 0.75 + strip(turn, 104, 7, 3) * 0.5 + smooth(0.7, 1, 2 * z * y) * 0.3
    const base = fade(mix(tint, dense, rim), body + rim * 0.5)
    return mix(base, fade(white, 0.9), Math.min(1, key))
  }
}
