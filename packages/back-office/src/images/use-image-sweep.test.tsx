import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'

import { BackendContext } from '@giftwell/shared/kernel/backend-context.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { useImageSweep } from './image-upload.ts'

test('orphaned images are removed once a visit, however often the screen is opened', async () => {
  const request = vi.fn<typeof fetch>(() => Promise.resolve(Response.json([])))
  vi.stubGlobal('fetch', request)
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    createMemoryPlatform().sessionStorage,
  )
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BackendContext value={backend}>{children}</BackendContext>
  )
  renderHook(useImageSweep, { wrapper }).unmount()
  renderHook(useImageSweep, { wrapper })
  await vi.waitFor(() => expect(request).toHaveBeenCalled())
  expect(request).toHaveBeenCalledExactlyOnceWith(
    'http://backend.test/rest/v1/rpc/unused_product_images',
    expect.anything(),
  )
})
