import { useEffect, useRef } from 'react'

/** Focuses a notice that replaces the form, whose focused field was unmounted. */
export function useFocusedNotice() {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return notice
}
