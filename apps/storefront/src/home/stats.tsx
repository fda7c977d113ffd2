import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef, useState } from 'react'

import { statsQuery } from './home-queries.ts'
import classes from './stats.module.css'

const skeletons = 3

/** The stat blocks, counting up (product.md, section 2, Stats); nothing where there are none. */
export function Stats() {
  const { data: blocks, isPending } = useQuery(statsQuery(useBackend()))
  if (!isPending && (blocks === undefined || blocks.length === 0)) return null
  const longest = Math.max(0, ...(blocks ?? []).map(({ value }) => value.length))
  return (
    <section className={classes.root} aria-labelledby="impact">
      <div className={classes.inner}>
        <h2 id="impact" className={classes.title}>
          Our Impact in Numbers
        </h2>
        {blocks === undefined ? (
          <div className={classes.cards} role="status" aria-label="Loading numbers">
            {Array.from({ length: skeletons }, (_, index) => (
              <div key={index} className={classes.skeleton} data-testid="stat-skeleton" />
            ))}
          </div>
        ) : (
          <ul className={classes.cards}>
            {blocks.map((block, index) => (
              <li key={block.id} className={classes.card}>
                <CountUp value={block.value} index={index} longest={longest} className={classes.value} />
                <h3 className={classes.name}>{block.title}</h3>
                {block.description && <p className={classes.description}>{block.description}</p>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

/** A parsed stat block value, whose number counts up (product.md, section 2, Stats). */
interface StatValue {
  readonly number: number
  /** The formatted value at a lower number. */
  at(number: number): string
}

/** Parses a value such as "10,000+" or "95%", with its digit grouping. Null without digits. */
export function parseStatValue(value: string): StatValue | null {
  const digits = /\d[\d,]*(\.\d+)?/.exec(value)
  if (digits === null) return null
  const [text, fraction] = digits
  const before = value.slice(0, digits.index)
  const after = value.slice(digits.index + text.length)
  const number = Number(text.replaceAll(',', ''))
  const decimals = fraction === undefined ? 0 : fraction.length - 1
  const grouping = isGroupedInLakhs(text) ? 'lakhs' : text.includes(',') ? 'thousands' : 'none'
  return {
    number,
    at: (reached) =>
      reached >= number ? value : `${before}${writtenNumber(reached, grouping, decimals)}${after}`,
  }
}

/** Duration in milliseconds of the card at an index (product.md, section 9). */
export function countUpDuration(index: number): number {
  return 2000 + 200 * index
}

/** The counted number after `elapsed` milliseconds, with an ease-out. */
export function countedTo(number: number, elapsed: number, duration: number): number {
  const share = Math.min(1, Math.max(0, elapsed / duration))
  return number * (1 - (1 - share) ** 3)
}

function isGroupedInLakhs(text: string): boolean {
  return /^\d{1,2}(,\d{2})+,\d{3}/.test(text)
}

/** Digit grouping: 12,34,567 or 1,234,567 or 1234567. */
export type Grouping = 'lakhs' | 'thousands' | 'none'

const groups = { lakhs: /\d(?=(?:\d\d)+\d$)/g, thousands: /\d(?=(?:\d{3})+$)/g, none: /$^/g }

/**
 * Formats a non-negative number as `Intl` does for India or America, whose first use takes up to 30 ms, and four times as
 * long on a phone.
 */
export function writtenNumber(number: number, grouping: Grouping, decimals = 0): string {
  const [whole = '', fraction] = number.toFixed(decimals).split('.')
  const grouped = whole.replaceAll(groups[grouping], '$&,')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

interface CountUpProps {
  readonly value: string
  /** The card's index, which makes later cards count a little longer. */
  readonly index: number
  /** Characters of the longest value beside it, so that all have one size. */
  readonly longest: number
  readonly className: string | undefined
}

/** How far around the window a value gets ready to count. */
const nearby = '50%'

/** A value whose number counts up once it is in view; screen readers get the value, reduced motion no animation. */
export function CountUp({ value, index, longest, className }: CountUpProps) {
  const root = useRef<HTMLParagraphElement>(null)
  const [counted, setCounted] = useState({ to: value, text: value })
  const visible = counted.to === value ? counted.text : value

  useEffect(() => {
    const element = root.current
    if (element === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
    let frame = 0
    const duration = countUpDuration(index)
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
  }, [value, index])

  // React's types know no variables of style sheets.
  const style = { '--characters': longest } as CSSProperties
  return (
    <p ref={root} className={className} style={style}>
      <span aria-hidden>{visible}</span>
      <span className="visually-hidden">{value}</span>
    </p>
  )
}

/**
 * Calls `seen` once the element is in view.
 * @param seen may return its clean-up function
 * @returns stops observing, and whatever `seen` started
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
