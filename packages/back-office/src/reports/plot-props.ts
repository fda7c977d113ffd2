/** The colours of series: what a plot is about, what it is compared with, and a third one. */
export const plotColours = {
  main: 'var(--gw-plot-main)',
  other: 'var(--gw-plot-other)',
  third: 'var(--gw-plot-third)',
} as const

/** What a plot draws. */
export interface PlotProps<R> {
  readonly rows: readonly R[]
  readonly nameOf: (row: R) => string
  readonly series: readonly {
    readonly name: string
    readonly color: string
    readonly value: (row: R) => number | null
    /** Drawn as a line; by default as bars. */
    readonly isLine?: boolean
  }[]
  /** How a value reads at the axis and in the tooltip. */
  readonly format?: (value: number) => string
  /** Whether bars go from left to right, for names that are long. */
  readonly isSideways?: boolean
}
