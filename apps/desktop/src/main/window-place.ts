import type { Rectangle } from 'electron'
import { z } from 'zod'

const pixels = z.int().min(-100_000).max(100_000)

/** The bounds of a window. */
export const windowPlace = z.strictObject({
  x: pixels,
  y: pixels,
  width: pixels.positive(),
  height: pixels.positive(),
  isMaximized: z.boolean(),
  isFullScreen: z.boolean().optional(),
  zoom: z.number().min(-8).max(9).optional(),
})
export type WindowPlace = z.output<typeof windowPlace>

/** The smallest window that fits the back office's tables. */
export const minSize = { width: 720, height: 520 } as const

const usualSize = { width: 1280, height: 860 } as const

/** Pixels of a window that must be on a screen so that the user can grab it. */
const minVisible = 64

/**
 * Where to open the window: at its last place, fitted to a screen that still exists, or centred on the main screen.
 *
 * @param screens work areas without task bars, the main screen first
 */
export function findPlace(
  last: WindowPlace | null,
  screens: readonly [Rectangle, ...Rectangle[]],
): WindowPlace {
  const screen = last === null ? undefined : screenOf(last, screens)
  if (last === null || screen === undefined) {
    return { ...centred(screens[0]), isMaximized: last?.isMaximized ?? false }
  }
  const width = between(minSize.width, last.width, screen.width)
  const height = between(minSize.height, last.height, screen.height)
  return {
    width,
    height,
    x: between(screen.x, last.x, screen.x + screen.width - width),
    y: between(screen.y, last.y, screen.y + screen.height - height),
    isMaximized: last.isMaximized,
  }
}

/** The screen that shows most of the window; undefined when too little is visible anywhere. */
function screenOf(place: Rectangle, screens: readonly Rectangle[]): Rectangle | undefined {
  const shown = screens
    .map((screen) => ({
      screen,
      width: overlap(place.x, place.width, screen.x, screen.width),
      height: overlap(place.y, place.height, screen.y, screen.height),
    }))
    .filter(({ width, height }) => width >= minVisible && height >= minVisible)
  return shown.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]?.screen
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart)
}

function centred(screen: Rectangle): Rectangle {
  const width = Math.min(usualSize.width, screen.width)
  const height = Math.min(usualSize.height, screen.height)
  return {
    width,
    height,
    x: screen.x + Math.round((screen.width - width) / 2),
    y: screen.y + Math.round((screen.height - height) / 2),
  }
}

/** The maximum wins over the minimum: a window must fit a small screen. */
function between(least: number, wanted: number, most: number): number {
  return Math.min(Math.max(least, wanted), most)
}
