import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { FigureChart } from './figure-chart.tsx'

/** What was drawn, as the library gets it; jsdom has no canvas. */
const drawn = vi.hoisted(() => ({ charts: [] as { options: object; data: object }[], destroyed: 0 }))
vi.mock('chart.js', () => ({
  BarController: {},
  BarElement: {},
  CategoryScale: {},
  LinearScale: {},
  Chart: class {
    static register() {}
    constructor(_canvas: HTMLCanvasElement, chart: { options: object; data: object }) {
      drawn.charts.push(chart)
    }
    destroy() {
      drawn.destroyed += 1
    }
  },
}))

beforeEach(() => {
  drawn.charts = []
  drawn.destroyed = 0
})

function show(scheme: 'light' | 'dark', isHorizontal = false) {
  return (
    <MantineProvider forceColorScheme={scheme} env="test">
      {/* The style sheet is not loaded here. */}
      <style>{`
        [data-colour=brand] { color: ${scheme === 'light' ? 'rgb(1, 1, 1)' : 'rgb(9, 9, 9)'} }
        [data-colour=late] { color: rgb(2, 2, 2) }
      `}</style>
      <FigureChart
        labels={['Now', 'A product with a name that is far too long']}
        series={[{ values: [3, 1], colours: ['brand', 'late'] }]}
        isHorizontal={isHorizontal}
      />
    </MantineProvider>
  )
}

test('bars have the values and the colours of the style sheet, again when the colour scheme changes', () => {
  const { rerender, unmount, container } = render(show('light'))
  const bars = (backgroundColor: string[]) => ({ datasets: [{ data: [3, 1], backgroundColor }] })
  expect(drawn.charts.at(-1)?.data).toMatchObject(bars(['rgb(1, 1, 1)', 'rgb(2, 2, 2)']))
  expect(container.querySelector('canvas')?.closest('[aria-hidden=true]')).not.toBeNull()
  rerender(show('dark'))
  expect(drawn.charts.at(-1)?.data).toMatchObject(bars(['rgb(9, 9, 9)', 'rgb(2, 2, 2)']))
  unmount()
  expect(drawn.destroyed).toBe(drawn.charts.length)
})

test('nothing moves, long names are cut, and each lying bar has its name', () => {
  render(show('light', true))
  expect(drawn.charts.at(-1)?.options).toMatchObject({ animation: false, events: [], indexAxis: 'y' })
  const [chart] = drawn.charts
  const { scales } = chart!.options as {
    scales: { y: { ticks: { autoSkip: boolean; callback: (value: number, place: number) => string } } }
  }
  expect(scales.y.ticks.autoSkip).toBe(false)
  expect(scales.y.ticks.callback(0, 0)).toBe('Now')
  expect(scales.y.ticks.callback(1, 1)).toBe('A product with a name t…')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
  expect(scales.y.ticks.callback(1, 1)).toBe('A product w…')
  vi.restoreAllMocks()
})
