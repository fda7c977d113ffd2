import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { ThemeProvider } from '@giftwell/shared/ui/theme-provider.tsx'
import { CheckResult } from './check-result.tsx'
import { RowMessagesTable } from './import-tables.tsx'

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

test.each([
  ['errors, which are in the file of rows to correct', true, 20],
  ['notes, which stand nowhere else', false, 30],
])('of many %s, as many lines are shown as are needed', (_, isInFile, shown) => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    number: index,
    errors: { name: `Message ${index}` },
  }))
  render(
    <ThemeProvider>
      <RowMessagesTable label="Rows" rows={rows} isInFile={isInFile} />
    </ThemeProvider>,
  )
  expect(screen.getAllByRole('row')).toHaveLength(shown + 1)
  expect(screen.queryByText(/file of rows to correct/) !== null).toBe(isInFile)
})
