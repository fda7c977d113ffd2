import { vi } from 'vitest'

import { describePlatform, describeSeveralWindows } from './describe-platform.ts'
import { createMemoryPlatform } from './memory-platform.ts'

const name = 'the platform of tests'

describePlatform(name, () => {
  const platform = createMemoryPlatform()
  return {
    platform,
    answerPicker: platform.answerPicker,
    saved: () => platform.saved,
    answerQuestion: (agrees) => vi.stubGlobal('window', { confirm: () => agrees }),
    cancelSaving: () => platform.answerSaving('cancelled'),
  }
})

describeSeveralWindows(name, () => {
  const platform = createMemoryPlatform()
  return { platform, changeElsewhere: platform.changeElsewhere }
})
