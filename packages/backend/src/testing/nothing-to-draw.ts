import type { DemoDrawing } from '../first-start/demo-target.ts'

/** For a demo without images. */
export function nothingToDraw(): DemoDrawing {
  return { names: [], draw: async () => Promise.resolve([]), end: async () => Promise.resolve() }
}
