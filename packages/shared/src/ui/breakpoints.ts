/** The widths at which layouts change, for Mantine's theme; style sheets write `$mantine-breakpoint-sm`. */
export const breakpoints = {
  xxs: '30em',
  xs: '36em',
  sm: '48em',
  md: '62em',
  lg: '75em',
  xl: '88em',
} as const

/** The media query of windows narrower than a breakpoint. */
export function below(breakpoint: keyof typeof breakpoints): string {
  return `(width < ${breakpoints[breakpoint]})`
}

/** The media query of the other windows. */
export function from(breakpoint: keyof typeof breakpoints): string {
  return `(width >= ${breakpoints[breakpoint]})`
}

/** The variables of style sheets, for PostCSS. */
export const breakpointVariables = Object.fromEntries(
  Object.entries(breakpoints).map(([name, width]) => [`mantine-breakpoint-${name}`, width]),
)
