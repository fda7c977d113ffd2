import { lateCode } from '@giftwell/shared/ui/late/late-code.ts'
import { whenAtRest } from '@giftwell/shared/ui/late/load-when-idle.ts'
import { useLateCode } from '@giftwell/shared/ui/late/use-late-code.ts'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const nextStepsCode = lateCode(async () => (await import('./next-steps.tsx')).NextSteps)

/** Begins to think of what a visitor may want next once the first page is complete and at rest. */
export function LateNextSteps() {
  const isAtRest = useIsFetching() === 0
  const [isIdle, setIdle] = useState(false)
  const { code: NextSteps } = useLateCode(nextStepsCode, isIdle)

  useEffect(() => {
    if (isIdle || !isAtRest) return undefined
    return whenAtRest(() => setIdle(true))
  }, [isIdle, isAtRest])

  return NextSteps === undefined ? null : <NextSteps />
}
