import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { Plot, plotColours } from './plot.tsx'

test.each([8, 12, 30, 31, 90, 365])(
  'the names beneath %i columns are equally far apart, wide or not',
  (count) => {
    render(
      <ThemeProvider>
        <Plot
          title="Visits"
          unit="Number"
          table={{ one: 'day', head: 'Day', empty: 'No day', columns: [] }}
          rows={Array.from({ length: count }, (_, day) => day)}
          nameOf={(day) => `Day ${day}`}
          series={[{ name: 'Seen', color: plotColours.main, value: () => 1 }]}
        />
      </ThemeProvider>,
    )
    const names = screen.getAllByText(/^Day \d+$/)
    const distances = (isShown: (name: HTMLElement) => boolean) => {
      const shown = names.flatMap((name, column) => (isShown(name) ? [column] : []))
      return new Set(shown.slice(1).map((column, at) => column - (shown[at] ?? 0))).size
    }
    expect(distances((name) => name.dataset['shown'] !== undefined)).toBe(1)
    expect(distances((name) => name.dataset['shown'] === 'always')).toBeLessThanOrEqual(1)
  },
)
