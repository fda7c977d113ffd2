/** A point of a convex outline, counter-clockwise, with the direction that the edge faces. */
export type Corner = readonly [x: number, y: number, faceX: number, faceY: number]

/** A convex plan that can grow: `offset` is added to a round plan's radius and to a square one's half sides. */
export type Plan = (offset: number) => readonly Corner[]

/** Denser where the strips of light have their edges, so that highlights stay crisp with few steps. */
const frontAngles = [-90, -76, -63, -54, -49, -42, -35, -29, -20, -6, 10, 28, 44, 52, 56, 62, 74, 90]

const backAngles = [108, 126, 144, 162, 180, 198, 216, 234, 252]

const circle = [...frontAngles, ...backAngles].map((degrees): readonly [number, number] => {
  const angle = ((degrees - 90) / 180) * Math.PI
  return [Math.cos(angle), Math.sin(angle)]
})

/** A round plan; the rings' offsets are radii. */
export const round: Plan = (radius) => circle.map(([x, y]): Corner => [x * radius, y * radius, x, y])

/** A rectangle `width` by `depth` with rounded corners. */
export function rectangle(width: number, depth: number, corner = 2): Plan {
  const steps = corner > 5 ? 7 : 4
  return (offset) => {
    const radius = Math.max(0.2, corner + offset)
    const [halfX, halfY] = [width / 2 + offset - radius, depth / 2 + offset - radius]
    return [0, 1, 2, 3].flatMap((quarter) =>
      Array.from({ length: steps }, (_, index): Corner => {
        const angle = (quarter + index / (steps - 1)) * (Math.PI / 2)
        const [c, s] = [Math.cos(angle), Math.sin(angle)]
        const [signX, signY] = [quarter === 0 || quarter === 3 ? 1 : -1, quarter < 2 ? 1 : -1]
        return [signX * halfX + c * radius, signY * halfY + s * radius, c, s]
      }),
    )
  }
}

/** A regular plan of `sides` with softened corners; the rings' offsets are added to `radius`. */
export function regular(sides: number, radius: number, turn = 0): Plan {
  return (offset) =>
    Array.from({ length: sides }, (_, side) => side).flatMap((side): Corner[] => {
      const at = ((side + 0.5) / sides) * Math.PI * 2 + turn
      const [before, after] = [at - Math.PI / sides, at + Math.PI / sides]
      const [x, y] = [Math.cos(at) * (radius + offset), Math.sin(at) * (radius + offset)]
      return [
        [x, y, Math.cos(before), Math.sin(before)],
        [x + 0.01 * Math.cos(after), y + 0.01 * Math.sin(after), Math.cos(after), Math.sin(after)],
      ]
    })
}
