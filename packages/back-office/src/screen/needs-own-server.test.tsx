import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { BackendContext } from '@giftwell/shared/kernel/backend-context.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NeedsOwnServer } from './needs-own-server.tsx'

test.each([
  ['', 0],
  [createMemoryPlatform().siteOrigin, 0],
  ['https://project.supabase.example', 1],
])('with the API at "%s" the note is there %i times', (supabaseUrl, count) => {
  const backend = createBackend(
    { supabaseUrl, supabaseKey: 'publishable' },
    createMemoryPlatform().sessionStorage,
  )
  renderAdmin(
    <BackendContext value={backend}>
      <NeedsOwnServer>no server accepts API keys.</NeedsOwnServer>
    </BackendContext>,
  )
  expect(screen.queryAllByRole('note')).toHaveLength(count)
})
