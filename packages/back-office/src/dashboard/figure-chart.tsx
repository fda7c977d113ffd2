import { useComputedColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { BarController, BarElement, CategoryScale, Chart, LinearScale } from 'chart.js'
import { useEffect, useRef } from 'react'

import classes from './lead-figures.module.css'

Chart.register(BarController, BarElement, CategoryScale, LinearScale)

/** The colours of bars, by their names in the style sheet. */
export type BarColour = 'brand' | 'late' | 'other'

/** The bars of a chart, and their labels. */
export interface FigureChartProps {
  readonly labels: readonly string[]
  readonly series: readonly {
    readonly values: readonly number[]
    /** One for each bar, or one for all. */
    readonly colours: readonly BarColour[]
  }[]
  /** Whether the bars lie, which gives long labels room. */
  readonly isHorizontal: boolean
}

const maxLabelLength = 24
/** Pixels of a letter, roughly. */
const letterWidth = 6.5
/** Pixels between a name and the bars. */
const tickRoom = 16

/** The bars of a table that stands beside them: for eyes only, and without motion. */
export function FigureChart(props: FigureChartProps) {
  const scheme = useComputedColorScheme()
  const isForced = useMediaQuery('(forced-colors: active)')
  // Other colours are another chart.
  return <Bars key={`${scheme} ${isForced}`} {...props} />
}

function Bars({ labels, series, isHorizontal }: FigureChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const [outer, drawn] = [box.current, canvas.current]
    if (outer === null || drawn === null) return
    // As the style sheet has them in this colour scheme.
    const colourOf = (name: BarColour | 'words' | 'line') =>
      getComputedStyle(outer.querySelector(`[data-colour='${name}']`) ?? outer).color
    const ticks = { color: colourOf('words'), font: { family: getComputedStyle(outer).fontFamily } }
    // Beside lying bars they get half of the width.
    const labelLength = () =>
      isHorizontal
        ? Math.min(maxLabelLength, ((outer.clientWidth || Infinity) / 2 - tickRoom) / letterWidth)
        : maxLabelLength
    const names = {
      grid: { display: false },
      ticks: {
        ...ticks,
        // Every bar has its name.
        autoSkip: !isHorizontal,
        callback: (_value: unknown, index: number) => short(labels[index], Math.floor(labelLength())),
      },
    }
    const numbers = {
      beginAtZero: true,
      border: { display: false },
      grid: { color: colourOf('line') },
      ticks: { ...ticks, precision: 0, maxTicksLimit: 5 },
    }
    const chart = new Chart(drawn, {
      type: 'bar',
      data: {
        labels: [...labels],
        datasets: series.map(({ values, colours }) => ({
          data: [...values],
          backgroundColor: colours.map(colourOf),
          borderRadius: 3,
          maxBarThickness: 32,
        })),
      },
      options: {
        animation: false,
        events: [],
        indexAxis: isHorizontal ? 'y' : 'x',
        maintainAspectRatio: false,
        scales: isHorizontal ? { x: numbers, y: names } : { x: names, y: numbers },
      },
    })
    return () => chart.destroy()
  }, [labels, series, isHorizontal])
  return (
    <div ref={box} className={classes.chart} aria-hidden>
      {(['brand', 'late', 'other', 'words', 'line'] as const).map((name) => (
        <i key={name} data-colour={name} />
      ))}
      <canvas ref={canvas} />
    </div>
  )
}

function short(label = '', length = maxLabelLength): string {
  return label.length > length ? `${label.slice(0, length - 1).trimEnd()}…` : label
}
