import { countedTo, countUpDuration, parseStatValue, type StatValue } from './stat-value.ts'
import { useReducedMotion } from '@mantine/hooks'
import { type CSSProperties, useEffect, useRef, useState } from 'react'

interface CountUpProps {
  readonly value: string
  /** The card's position, which makes later cards count a little longer. */
  readonly place: number
  /** Characters of the longest value beside it, so that all have one size. */
  readonly longest: number
  readonly className: string | undefined
}

/** How far around the window a value gets ready to count. */
const nearby = '50%'

/** A value whose number counts up once it is in view; screen readers get the value, reduced motion no animation. */
export function CountUp({ value, place, longest, className }: CountUpProps) {
  const root = useRef<HTMLParagraphElement>(null)
  const isStill = useReducedMotion()
  const [counted, setCounted] = useState({ to: value, text: value })
  const shown = counted.to === value && !isStill ? counted.text : value

  useEffect(() => {
    const element = root.current
    if (isStill || element === null) return undefined
    let frame = 0
    const duration = countUpDuration(place)
    function count({ number, at }: StatValue, begun: number) {
      frame = requestAnimationFrame((now) => {
        const elapsed = now - begun
        setCounted({ to: value, text: at(countedTo(number, elapsed, duration)) })
        if (elapsed < duration) count({ number, at }, begun)
      })
    }
    const stopWatching = whenSeen(element, { rootMargin: nearby }, () => {
      // Not before: the first Intl.NumberFormat of a page is slow.
      const parsed = parseStatValue(value)
      if (parsed === null) return undefined
      setCounted({ to: value, text: parsed.at(0) })
      return whenSeen(element, {}, () => {
        count(parsed, performance.now())
        return undefined
      })
    })
    return () => {
      stopWatching()
      cancelAnimationFrame(frame)
    }
  }, [value, place, isStill])

  // React's types know no variables of style sheets.
  const style = { '--characters': longest } as CSSProperties
  return (
    <p ref={root} className={className} style={style}>
      <span aria-hidden>{shown}</span>
      <span className="visually-hidden">{value}</span>
    </p>
  )
}

/**
 * Calls `seen` once the element is in view.
 * @param seen may return a function that stops what it started
 * @returns stops observing, and what was started
 */
function whenSeen(
  element: Element,
  options: IntersectionObserverInit,
  seen: () => (() => void) | undefined,
): () => void {
  let end: (() => void) | undefined
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return
    observer.disconnect()
    end = seen()
  }, options)
  observer.observe(element)
  return () => {
    observer.disconnect()
    end?.()
  }
}
