import { afterEach, vi } from 'vitest'

// Restores a test's replacements before the next one.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
