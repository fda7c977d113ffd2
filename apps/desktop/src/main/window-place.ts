import { z } from 'zod'

/** A part of the screens, in their own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const pixels = z.int().min(-100_000).max(100_000)

/** Where a window was when it was closed. */
export const windowPlace = z.strictObject({
  x: pixels,
  y: pixels,
  width: pixels.positive(),
  height: pixels.positive(),
  isMaximized: z.boolean(),
})
export type WindowPlace = z.output<typeof windowPlace>

/** The smallest window in which the back office's tables can be worked with. */
export const leastSize = { width: 720, height: 520 } as const

const usualSize = { width: 1280, height: 860 } as const

/** How much of a window must be on a screen to be found and moved. */
const graspable = 64

/**
 * Where to open the window: where it was, as far as a screen is still there, moved and cut to fit that screen; otherwise
 * in the middle of the main one. `screens` are the areas without task bars, the main one first.
 */
export function findPlace(kept: WindowPlace | null, screens: readonly [Area, ...Area[]]): WindowPlace {
  const screen = kept === null ? undefined : screenOf(kept, screens)
  if (kept === null || screen === undefined) {
    return { ...inTheMiddle(screens[0]), isMaximized: kept?.isMaximized ?? false }
  }
  const width = between(leastSize.width, kept.width, screen.width)
  const height = between(leastSize.height, kept.height, screen.height)
  return {
    width,
    height,
    x: between(screen.x, kept.x, screen.x + screen.width - width),
    y: between(screen.y, kept.y, screen.y + screen.height - height),
    isMaximized: kept.isMaximized,
  }
}

/** The screen that shows most of the window; none when too little of it is to be seen anywhere. */
function screenOf(place: Area, screens: readonly Area[]): Area | undefined {
  const shown = screens
    .map((screen) => ({
      screen,
      width: overlap(place.x, place.width, screen.x, screen.width),
      height: overlap(place.y, place.height, screen.y, screen.height),
    }))
    .filter(({ width, height }) => width >= graspable && height >= graspable)
  return shown.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]?.screen
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart)
}

function inTheMiddle(screen: Area): Area {
  const width = Math.min(usualSize.width, screen.width)
  const height = Math.min(usualSize.height, screen.height)
  return {
    width,
    height,
    x: screen.x + Math.round((screen.width - width) / 2),
    y: screen.y + Math.round((screen.height - height) / 2),
  }
}

/** A screen that is smaller than the least wins: a window that does not fit cannot be used. */
function between(least: number, wanted: number, most: number): number {
  return Math.min(Math.max(least, wanted), most)
}
