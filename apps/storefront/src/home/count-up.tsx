import { countedTo, countUpDuration, parseStatValue } from '@giftwell/shared/domain/stat-value.ts'
import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

interface CountUpProps {
  readonly value: string
  /** The card's position, which makes later cards count a little longer. */
  readonly place: number
  readonly className: string | undefined
}

/** A value whose number counts up once it comes into view; read out as it is, and still where motion is unwelcome. */
export function CountUp({ value, place, className }: CountUpProps) {
  const root = useRef<HTMLParagraphElement>(null)
  const isStill = useReducedMotion()
  const [shown, setShown] = useState(value)

  useEffect(() => {
    const parsed = parseStatValue(value)
    if (parsed === null || isStill || root.current === null) {
      setShown(value)
      return undefined
    }
    let frame = 0
    const duration = countUpDuration(place)
    function count(begun: number) {
      frame = requestAnimationFrame((now) => {
        const elapsed = now - begun
        setShown(parsed?.at(countedTo(parsed.number, elapsed, duration)) ?? value)
        if (elapsed < duration) count(begun)
      })
    }
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      count(performance.now())
    })
    setShown(parsed.at(0))
    observer.observe(root.current)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [value, place, isStill])

  return (
    <p ref={root} className={className}>
      <span aria-hidden>{shown}</span>
      <span className="visually-hidden">{value}</span>
    </p>
  )
}
