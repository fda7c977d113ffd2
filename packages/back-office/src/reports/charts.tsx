import '@mantine/core/styles/ColorSwatch.css'
import '@mantine/charts/styles.css'
import { BarChart, CompositeChart } from '@mantine/charts'

import classes from './plot.module.css'
import type { ChartProps } from './chart-props.ts'

/** The height of a row of horizontal bars, and of what is around them, in pixels. */
const rowHeight = 34
const frameHeight = 72

/** A name that fits beside its bars: of an e-mail address what tells people apart, of long ones their beginning. */
function shortName(name: string): string {
  const [shown = ''] = name.split('@')
  return shown.length > 32 ? `${shown.slice(0, 31).trim()}…` : shown
}

/** The drawing of a plot, in a chunk of its own: Recharts weighs more than the rest of the screen. */
export function Chart({ data, series, format, isSideways = false }: ChartProps) {
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
      h={data.length * rowHeight * Math.max(1, series.length / 2) + frameHeight}
      orientation="vertical"
      series={series.map(({ name, color }) => ({ name, color }))}
      gridAxis="y"
      xAxisProps={{ allowDecimals: false }}
      yAxisProps={{ width: 116, interval: 0, tickFormatter: shortName }}
      withBarValueLabel={series.length === 1}
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
      yAxisProps={{ width: 56, allowDecimals: false }}
      xAxisProps={{ minTickGap: 12 }}
      maxBarWidth={26}
      barProps={still}
      lineProps={still}
    />
  )
}
