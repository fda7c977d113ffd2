import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { Chart } from './chart.tsx'
import type { ChartProps } from './chart-props.ts'
import classes from './plot.module.css'

interface PlotProps<R> extends Pick<ChartProps, 'format' | 'isSideways'> {
  readonly rows: readonly R[]
  readonly nameOf: (row: R) => string
  /** The name as it is read, where that is longer. */
  readonly fullNameOf?: (row: R) => string
  readonly series: readonly (ChartProps['series'][number] & {
    readonly value: (row: R) => number | null
  })[]
  /** What is seen. */
  readonly title: string
  /** In which unit, and of which time: "₹ lakh, Dec 2025 to Nov 2026". */
  readonly unit: string
  /** The same as a table, with the links behind its numbers. */
  readonly table: ReactNode
}

/** A plot with its table one press away. */
export function Plot<R>({ title, unit, table, rows, nameOf, fullNameOf, series, ...look }: PlotProps<R>) {
  const [isTable, setTable] = useState(false)
  if (rows.length === 0) return table
  const data = rows.map((row) => ({
    name: nameOf(row),
    fullName: fullNameOf?.(row),
    values: series.map(({ value }) => value(row)),
  }))
  return (
    <figure aria-label={title} className={classes.figure}>
      <Group justify="space-between" gap="4px 16px" mb={8} wrap="nowrap" align="flex-start">
        <figcaption>
          <Text fw={600}>{title}</Text>
          <Text c="dimmed" fz="sm">
            {unit}
          </Text>
        </figcaption>
        <Button variant="default" size="compact-sm" flex="none" onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as a plot' : 'Show as a table'}
        </Button>
      </Group>
      {isTable ? table : <Chart title={title} data={data} series={series} {...look} />}
    </figure>
  )
}
