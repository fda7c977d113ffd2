/** The limits of a column's width, in pixels. */
export const narrowest = 48
export const widest = 1200

/** A width within the limits. */
export function widthWithin(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)))
}
