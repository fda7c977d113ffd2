import type { Demo } from '../first-start/demo-target.ts'
import { drawDemo } from './pictures/draw-demo.ts'
import { seedRows } from './seed-rows.ts'

/** The demo catalogue that `SEED=demo` fills a new data folder with. */
export const demo: Demo = { writeRows: seedRows, startDrawing: drawDemo }
