import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { type ApiResponder, fakeApi } from '@giftwell/shared/testing/fake-api.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { PartsProgress } from '../screen/parts-progress.tsx'
import { ImportRun } from './import-run.tsx'

const id = '00000000-0000-4000-8000-000000000001'
const run = {
  id,
  name: 'Diwali.xlsx',
  options: {},
  row_count: 900,
  created: [],
  created_at: '2026-11-20T10:00:00+00:00',
  undone_at: null,
  stayed: [],
}
const restores = '/rest/v1/rpc/restore_record'

/** The report of an import with 300 rows left, and of an undo that left this many products. */
function show(undoLeft: () => number | null, answer: ApiResponder = () => undefined) {
  const { requests } = fakeApi((request) => {
    const answered = answer(request)
    if (answered !== undefined) return answered
    if (request.path === '/rest/v1/deleted_records')
      return undoLeft() === null ? [] : [{ products: undoLeft() }]
    if (request.method !== 'HEAD') return []
    const count = { 'eq.created': 600, 'is.null': 300 }[String(request.query.get('outcome'))] ?? 0
    return new Response(null, { headers: { 'content-range': `*/${count}` } })
  })
  const pictures = { size: 0, has: () => false, read: () => Promise.resolve(null) }
  return {
    requests,
    ...renderAdmin(
      <>
        <ImportRun
          run={run}
          startsAtOnce={false}
          onClose={() => undefined}
          pictures={pictures}
          error={undefined}
          onChoose={async () => Promise.resolve()}
        />
        <PartsProgress />
      </>,
    ),
  }
}

test('an import that was interrupted resumes, or is undone', async () => {
  show(() => null)
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Finish undoing' })).toBeNull()
})

test('nothing resumes or undoes an import before it is known whether its undoing was stopped', async () => {
  const undoing = Promise.withResolvers<unknown>()
  show(
    () => 200,
    ({ path }) => (path === '/rest/v1/deleted_records' ? undoing.promise : undefined),
  )
  expect(await screen.findByText(/^600 created/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  undoing.resolve([{ products: 200 }])
  expect(await screen.findByRole('button', { name: 'Finish undoing' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
})

test('an undoing that was stopped is finished, and the import does not resume', async () => {
  vi.spyOn(window, 'confirm').mockReturnValue(true)
  vi.spyOn(console, 'error').mockReturnValue()
  let left: number | null = null
  const second = Promise.withResolvers<unknown>()
  const answers = [{ left_out: 0, left: 400 }, second.promise, { left_out: 0 }]
  const { user, requests } = show(
    () => left,
    ({ path }) => {
      if (path !== restores) return undefined
      left = answers.length > 2 ? 400 : 200
      return answers.shift()
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const progress = within(await screen.findByRole('dialog', { name: 'Undoing the import' }))
  await user.click(progress.getByRole('button', { name: 'Stop' }))
  second.resolve({ left_out: 0, left: 200 })
  expect(
    await screen.findByText(
      'Undoing this import was stopped with 200 products left. Finish it before you import the file again.',
    ),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Finish undoing' }))
  await waitFor(() => expect(requests.filter(({ path }) => path === restores)).toHaveLength(3))
})

test('the report lists the cells that the run left out', async () => {
  show(
    () => null,
    ({ method, path, query }) =>
      method === 'GET' && path === '/rest/v1/import_rows' && query.get('notes') === 'neq.{}'
        ? [7, 8].map((number) => ({
            number,
            outcome: 'created',
            errors: {},
            notes: { category: 'There is no category "Paper"' },
          }))
        : undefined,
  )
  const notes = within(await screen.findByRole('table', { name: 'Rows to look at' }))
  expect(notes.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'RowColumnNote',
    '7 to 8CategoryLeft out. There is no category "Paper"',
  ])
})
