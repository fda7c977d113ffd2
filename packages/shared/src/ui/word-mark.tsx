import { brand } from '../domain/brand.ts'
import classes from './word-mark.module.css'

/** The product's logo: a tied gift and the name in the display face. */
export function WordMark() {
  return (
    <span className={classes.root}>
      <GiftMark className={classes.mark} />
      <span className={classes.name}>{brand.name}</span>
    </span>
  )
}

/** The tied gift alone, for small places and for pictures that are missing. */
export function GiftMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox={brand.mark.viewBox} className={className} aria-hidden focusable="false">
      {brand.mark.ink.map((path) => (
        <path key={path} d={path} fill="currentColor" />
      ))}
      {brand.mark.accent.map((path) => (
        <path key={path} d={path} fill="var(--gw-marigold)" />
      ))}
    </svg>
  )
}
