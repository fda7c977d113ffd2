import { afterPaint } from '@giftwell/shared/ui/after-paint.ts'
import { startTransition, useEffect, useState } from 'react'

/**
 * A value as it was until the browser has painted what was rendered with the new one and has nothing more urgent to do.
 * For what nobody sees yet: React's own deferred values begin before the painting is through.
 */
export function useOncePainted<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    if (painted === value) return undefined
    return afterPaint(() => startTransition(() => setPainted(() => value)))
  }, [painted, value])
  return painted
}
