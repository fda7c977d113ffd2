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
    <svg viewBox="0 0 32 32" className={className} aria-hidden focusable="false">
      <rect x="4" y="12" width="24" height="16" rx="3" fill="currentColor" />
      <rect x="2.5" y="9" width="27" height="6.5" rx="2.2" fill="currentColor" />
      <path d="M14 9h4v19h-4z" fill="var(--gw-marigold)" />
      <path
        d="M16 9.2C13.4 9.6 8 9.3 7.6 6 7.2 3 11.4 2 13.6 4.4 15 6 15.6 7.6 16 9.2c.4-1.6 1-3.2 2.4-4.8C20.6 2 24.8 3 24.4 6c-.4 3.3-5.8 3.6-8.4 3.2z"
        fill="var(--gw-marigold)"
      />
    </svg>
  )
}
