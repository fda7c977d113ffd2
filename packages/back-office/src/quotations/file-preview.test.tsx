import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { createQueryClient } from '@giftwell/shared/kernel/query-client.ts'
import { FilePreview } from './file-preview.tsx'
import type { ShownFile } from './pdf-pages.ts'

const { pdfPages } = vi.hoisted(() => ({ pdfPages: vi.fn<() => Promise<ShownFile>>() }))
vi.mock('./pdf-pages.ts', () => ({ pdfPages }))

async function show(shown: ShownFile) {
  pdfPages.mockResolvedValueOnce(shown)
  const read = () => Promise.resolve({ name: 'Logo.pdf', type: 'application/pdf', content: btoa('%PDF-1.7') })
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MantineProvider>
        <FilePreview name="Logo.pdf" read={read} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show Logo.pdf' }))
  await screen.findByRole('button', { name: 'Hide Logo.pdf' })
  return unmount
}

test('pages that look alike are each shown', async () => {
  const complaint = vi.spyOn(console, 'error')
  await show({ pictures: ['data:,blank', 'data:,blank'], pages: 2, isWhole: true })
  expect(screen.getByRole('img', { name: 'Page 1 of Logo.pdf' })).toBeVisible()
  expect(screen.getByRole('img', { name: 'Page 2 of Logo.pdf' })).toBeVisible()
  expect(complaint).not.toHaveBeenCalled()
  expect(screen.queryByText(/pages\.|cannot be shown/)).toBeNull()
})

test('what is not shown of a file is said', async () => {
  const unmount = await show({ pictures: ['data:,one'], pages: 7, isWhole: false })
  expect(screen.getByText('The first 1 of 7 pages.')).toBeVisible()
  unmount()
  await show({ pictures: ['data:,one'], pages: 1, isWhole: false })
  expect(screen.getByText('Some of its pictures cannot be shown here.')).toBeVisible()
})
