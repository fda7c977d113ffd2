import { afterEach, vi } from 'vitest'

// What a test replaces is real again in the next one.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
