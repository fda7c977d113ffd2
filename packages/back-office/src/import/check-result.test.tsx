import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { CheckResult } from './check-result.tsx'

test('cells that the server leaves out are notes, and their rows are imported', () => {
  const results = ['Paper', 'Glass'].map((name, index) => ({
    number: index + 2,
    outcome: 'created' as const,
    errors: {},
    notes: { category: `There is no category "${name}"` },
  }))
  const warnings = [{ number: 4, errors: { is_sample: '"perhaps" is left out. Write Yes or No' } }]
  render(
    <ThemeProvider>
      <CheckResult
        checked={{ results, warnings, toStore: [], gone: [], pictures: new Map() }}
        notes={[]}
        onBack={() => undefined}
        onStart={() => undefined}
        onDownload={() => undefined}
      />
    </ThemeProvider>,
  )
  const notes = within(screen.getByRole('table', { name: 'Rows to look at' }))
  const rows = notes.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'RowColumnNote',
    '4Sample Product"perhaps" is left out. Write Yes or No',
    '2 to 3CategoryLeft out. There is no category "Paper", "Glass"',
  ])
  expect(screen.getByRole('button', { name: 'Import 2 rows' })).toBeTruthy()
})
