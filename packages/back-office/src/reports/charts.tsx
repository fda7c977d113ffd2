import '@mantine/charts/styles.css'
import { BarChart, CompositeChart } from '@mantine/charts'

import classes from './plot.module.css'
import type { PlotProps } from './plot-props.ts'

/** The height of a row of horizontal bars, and of what is around them, in pixels. */
const rowHeight = 34
const frameHeight = 72

/** The drawing of a plot, in a chunk of its own: Recharts weighs more than the rest of the screen. */
export function Chart<R>({ rows, nameOf, series, format, isSideways = false }: PlotProps<R>) {
  const data = rows.map((row) => ({
    name: nameOf(row),
    ...Object.fromEntries(series.map(({ name, value }) => [name, value(row)])),
  }))
  const common = {
    data,
    dataKey: 'name',
    withLegend: series.length > 1,
    valueFormatter: format ?? ((value: number) => value.toLocaleString('en-IN')),
    className: classes.chart,
    textColor: 'var(--mantine-color-text)',
  }
  const still = { isAnimationActive: false }
  return isSideways ? (
    <BarChart
      {...common}
      h={rows.length * rowHeight * Math.max(1, series.length / 2) + frameHeight}
      orientation="vertical"
      series={series.map(({ name, color }) => ({ name, color }))}
      gridAxis="y"
      yAxisProps={{ width: 116, interval: 0 }}
      maxBarWidth={18}
      barProps={still}
    />
  ) : (
    <CompositeChart
      {...common}
      h={260}
      series={series.map(({ name, color, isLine = false }) => ({
        name,
        color,
        type: isLine ? ('line' as const) : ('bar' as const),
      }))}
      curveType="linear"
      yAxisProps={{ width: 56 }}
      xAxisProps={{ minTickGap: 12 }}
      maxBarWidth={26}
      barProps={still}
      lineProps={still}
    />
  )
}
