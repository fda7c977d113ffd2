import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react'

import classes from './plot.module.css'
import { ReportTable, type ReportTableProps } from './report-card.tsx'

/** The colours of series: the subject, the comparison, and a third one. */
export const plotColours = {
  main: 'var(--gw-plot-main)',
  other: 'var(--gw-plot-other)',
  third: 'var(--gw-plot-third)',
} as const

/** The data of a plot. */
interface ChartProps {
  /** The plot's description for screen readers. */
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

interface PlotProps<R> extends Pick<ChartProps, 'format' | 'isSideways'> {
  readonly rows: readonly R[]
  readonly nameOf: (row: R) => string
  /** The name as it is read, where that is longer. */
  readonly fullNameOf?: (row: R) => string
  readonly series: readonly (ChartProps['series'][number] & {
    readonly value: (row: R) => number | null
  })[]
  /** The visible part. */
  readonly title: string
  /** The unit and the period: "₹ lakh, Dec 2025 to Nov 2026". */
  readonly unit: string
  /** The same as a table, with the links behind its numbers; by default of the same rows with the same names. */
  readonly table: Pick<ReportTableProps<R>, 'one' | 'head' | 'empty' | 'columns'> &
    Partial<Pick<ReportTableProps<R>, 'caption' | 'rows' | 'nameOf'>>
}

/** A plot with its table one press away. */
export function Plot<R>({ title, unit, table, rows, nameOf, fullNameOf, series, ...look }: PlotProps<R>) {
  const [isTable, setTable] = useState(false)
  const figures = <ReportTable caption={title} rows={rows} nameOf={fullNameOf ?? nameOf} {...table} />
  if (rows.length === 0) return figures
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
      {isTable ? figures : <Chart title={title} data={data} series={series} {...look} />}
    </figure>
  )
}

/** More points than this are a line without dots. */
const mostDots = 13
/** At most so many steps of an axis, and one more where zero lies between its ends. */
const mostSteps = 4

/** A plot as HTML: it scales with its frame, prints unchanged, and its values are text. */
function Chart({ isSideways = false, ...chart }: ChartProps) {
  return (
    <>
      {chart.series.length > 1 && <Legend series={chart.series} />}
      {isSideways ? <SidewaysBars {...chart} /> : <Columns {...chart} />}
    </>
  )
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  return (
    <Group component="ul" className={classes.legend} justify="flex-end" gap="4px 16px" mb={8} aria-hidden>
      {series.map(({ name, color, isLine }) => (
        <li key={name}>
          <i className={classes.swatch} data-line={isLine} style={{ background: color }} />
          {name}
        </li>
      ))}
    </Group>
  )
}

/** Bars from left to right, each with its value at its end. */
function SidewaysBars({ data, series, format = plain }: ChartProps) {
  const greatest = Math.max(1, ...data.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return (
    <ul className={classes.rows}>
      {data.map(({ name, values }, row) => (
        // Two may have one name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${row} ${name}`}>
          <span className={classes.name} title={name}>
            {/* Of an e-mail address what tells people apart. */}
            {name.split('@')[0]}
            <VisuallyHidden>:</VisuallyHidden>
          </span>
          <span>
            {series.map(({ name: counted, color }, index) => {
              const value = values[index] ?? 0
              return (
                <span key={counted} className={classes.row}>
                  <i
                    className={classes.bar}
                    style={{ '--share': Math.max(0, value) / greatest, background: color } as CSSProperties}
                  />
                  <VisuallyHidden>{`${counted} `}</VisuallyHidden>
                  {format(value)}
                </span>
              )
            })}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Columns and lines over time. A column is read by pointer, by touch, and by the arrow keys as of a slider. */
function Columns({ title, data, series, format = plain }: ChartProps) {
  const [pointed, setAt] = useState<number | null>(null)
  const last = data.length - 1
  // Another period may have fewer.
  const at = pointed === null ? null : Math.min(pointed, last)
  const ticks = ticksOf(data.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const low = ticks[0] ?? 0
  const high = ticks.at(-1) ?? 1
  const height = (value: number) => (value - low) / (high - low)
  const bars = series.flatMap(({ isLine = false, color }, index) => (isLine ? [] : [{ color, index }]))
  const lines = series.flatMap(({ isLine = false, color }, index) => (isLine ? [{ color, index }] : []))

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    setAt(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * data.length))))
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'Escape') setAt(null)
    const now = at ?? last
    const next = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    setAt(Math.min(last, Math.max(0, next)))
  }

  const read = data[at ?? last]
  const valuesOf = (values: readonly (number | null)[]) =>
    series.map(({ name, color }, index) => {
      const value = values[index] ?? null
      return { name, color, text: value === null ? '–' : format(value) }
    })
  return (
    <div className={classes.columns} style={{ '--columns': data.length } as CSSProperties}>
      <div className={classes.axis} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} style={{ bottom: percent(height(tick)) }}>
            {format(tick)}
          </span>
        ))}
      </div>
      <div
        className={classes.area}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={
          read &&
          `${read.fullName ?? read.name}: ${valuesOf(read.values)
            .map(({ name, text }) => `${name} ${text}`)
            .join(', ')}`
        }
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
        onFocus={() => setAt((shown) => shown ?? last)}
        onBlur={() => setAt(null)}
        onKeyDown={press}
      >
        {ticks.map((tick) => (
          <i
            key={tick}
            className={classes.grid}
            data-zero={tick === 0 ? true : undefined}
            style={{ bottom: percent(height(tick)) }}
          />
        ))}
        {data.map(({ name, values }, column) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- days of two years may have one name
            key={`${column} ${name}`}
            className={classes.slot}
            data-read={column === at ? true : undefined}
          >
            {bars.map(({ color, index }) => {
              const value = values[index] ?? 0
              return (
                <i
                  key={color}
                  style={{
                    background: color,
                    top: percent(1 - height(Math.max(0, value))),
                    height: percent(Math.abs(value) / (high - low)),
                  }}
                />
              )
            })}
          </div>
        ))}
        <svg
          className={classes.lines}
          viewBox={`0 0 ${data.length} 1`}
          preserveAspectRatio="none"
          aria-hidden
        >
          {lines.map(({ color, index }) => (
            <path
              key={color}
              d={lineOf(
                data.map(({ values }) => values[index] ?? null),
                height,
              )}
              stroke={color}
            />
          ))}
        </svg>
        {data.length <= mostDots &&
          lines.flatMap(({ color, index }) =>
            data.map(({ name, values }, column) => {
              const value = values[index] ?? null
              return (
                value !== null && (
                  <i
                    // oxlint-disable-next-line react/no-array-index-key -- as above
                    key={`${color} ${column} ${name}`}
                    className={classes.dot}
                    style={{
                      background: color,
                      left: percent((column + 0.5) / data.length),
                      bottom: percent(height(value)),
                    }}
                  />
                )
              )
            }),
          )}
        {at !== null && read && (
          <div
            className={classes.read}
            style={{ '--at': (at + 0.5) / data.length } as CSSProperties}
            aria-hidden
          >
            <b>{read.fullName ?? read.name}</b>
            {valuesOf(read.values).map(({ name, color, text }) => (
              <span key={name}>
                <i className={classes.swatch} style={{ background: color }} />
                {name} <span className="tabular">{text}</span>
              </span>
            ))}
          </div>
        )}
      </div>
      <div className={classes.labels} aria-hidden>
        {data.map(({ name }, column) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- as above
            key={`${column} ${name}`}
            data-shown={shownFrom(column, data.length)}
          >
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}

const plain = (value: number) => value.toLocaleString('en-IN')
const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`

/** A line through the values, interrupted where there is none, in a box as wide as they are many and 1 high. */
function lineOf(values: readonly (number | null)[], height: (value: number) => number): string {
  return values
    .map((value, index) => {
      if (value === null) return ''
      const isBegun = index > 0 && values[index - 1] !== null
      return `${isBegun ? 'L' : 'M'}${index + 0.5} ${1 - height(value)}`
    })
    .join('')
}

/** Whether the name beneath a column is shown at every width, on a wide plot, or never: names must not meet. */
function shownFrom(column: number, columns: number): 'always' | 'wide' | undefined {
  const wide = Math.ceil(columns / 13)
  const always = wide * Math.ceil(columns / 4 / wide)
  return column % always === 0 ? 'always' : column % wide === 0 ? 'wide' : undefined
}

/**
 * The ticks of an axis from below the least value to above the greatest, zero always among them: whole numbers in equal steps of
 * 1, 2, 2.5 or 5 times a power of ten, in ascending order, at least two.
 */
function ticksOf(values: readonly number[]): readonly number[] {
  const least = Math.min(0, ...values)
  const greatest = Math.max(0, ...values)
  const rough = Math.max(1, (greatest - least) / mostSteps)
  const power = 10 ** Math.floor(Math.log10(rough))
  const factors = power === 1 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]
  const step = (factors.find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.floor(least / step)
  const last = Math.max(first + 1, Math.ceil(greatest / step))
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}
