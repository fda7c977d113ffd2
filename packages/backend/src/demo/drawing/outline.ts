/** A ring of a solid: how far the plan has grown, and at what height. */
export type Ring = readonly [offset: number, height: number]

/** One corner of an outline: offset, height, and how much the corner is rounded. */
export type Bend = readonly [offset: number, height: number, rounding?: number]

/** An outline as bends, or as text: `'52 0, 57 3 4'` is offset 52 at height 0, then 57 at 3 with a rounding of 4. */
export type Outline = string | readonly Bend[]

/** Rings along an outline. A rounding makes the edge catch the light. */
export function profile(outline: Outline): Ring[] {
  const corners = typeof outline === 'string' ? bends(outline) : outline
  const rings: Ring[] = []
  corners.forEach((corner, index) => {
    const [offset, height, radius = 0] = corner
    const before = corners[index - 1]
    const after = corners[index + 1]
    if (!before || !after || radius === 0) {
      rings.push([offset, height])
      return
    }
    const enter = towards(corner, before, radius)
    const leave = towards(corner, after, radius)
    const steps = radius > 18 ? 9 : radius > 9 ? 5 : radius > 3 ? 3 : 2
    for (let step = 0; step <= steps; step += 1) {
      const t = step / steps
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t]
      rings.push([a * enter[0] + b * offset + c * leave[0], a * enter[1] + b * height + c * leave[1]])
    }
  })
  return rings
}

function bends(text: string): Bend[] {
  return text.split(',').map((corner) => {
    const [offset = 0, height = 0, rounding = 0] = corner.trim().split(' ').map(Number)
    return [offset, height, rounding]
  })
}

function towards(
  from: readonly [number, number, number?],
  to: readonly [number, number, number?],
  by: number,
): Ring {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
  const share = Math.min(0.5, by / length)
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}
