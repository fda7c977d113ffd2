import { describePlatform, describeSeveralWindows } from './describe-platform.ts'
import { createMemoryPlatform } from './memory-platform.ts'

const name = 'the platform of tests'

describePlatform(name, () => {
  const platform = createMemoryPlatform()
  return {
    platform,
    answerPicker: platform.answerPicker,
    saved: () => platform.saved,
    cancelSaving: () => platform.answerSaving('cancelled'),
  }
})

describeSeveralWindows(name, () => {
  const platform = createMemoryPlatform()
  return { platform, changeElsewhere: platform.changeElsewhere }
})
