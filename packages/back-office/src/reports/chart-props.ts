/** The colours of series: what a plot is about, what it is compared with, and a third one. */
export const plotColours = {
  main: 'var(--gw-plot-main)',
  other: 'var(--gw-plot-other)',
  third: 'var(--gw-plot-third)',
} as const

/** What a plot draws. */
export interface ChartProps {
  /** What is seen, for screen readers. */
  readonly title: string
  /** Names, and for each the values of the series in their order. */
  readonly data: readonly {
    readonly name: string
    /** As it is read, where the name beneath a column is short. */
    readonly fullName?: string | undefined
    readonly values: readonly (number | null)[]
  }[]
  readonly series: readonly {
    readonly name: string
    readonly color: string
    /** Drawn as a line; by default as bars. */
    readonly isLine?: boolean
  }[]
  /** How a value reads. */
  readonly format?: (value: number) => string
  /** Whether bars go from left to right, for names that are long. */
  readonly isSideways?: boolean
}
