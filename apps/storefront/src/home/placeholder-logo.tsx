import classes from './client-logos.module.css'

const paths = {
  arches: 'M6 34V20a10 10 0 0 1 20 0v14M16 34V22a10 10 0 0 1 20 0v12',
  leaf: 'M8 34C8 16 18 8 34 8c0 16-8 26-26 26ZM8 34 24 18',
  rings: 'M15 10a11 11 0 1 0 .1 0M27 10a11 11 0 1 0 .1 0',
  peak: 'M4 34 16 12l8 14 4-6 8 14Z',
  petals:
    'M20 20c0-8 12-8 12 0s-12 8-12 0Zm0 0c0 8-12 8-12 0s12-8 12 0Zm0 0c-8 0-8-12 0-12s8 12 0 12Zm0 0c8 0 8 12 0 12s-8-12 0-12Z',
  blocks: 'M7 7h11v11H7zM22 7h11v11H22zM7 22h11v11H7zM22 22h11v11H22z',
} as const

/** The shapes of the six placeholder logos (product.md, section 9). */
export const placeholderLogos = ['arches', 'leaf', 'rings', 'peak', 'petals', 'blocks'] as const

/** A neutral mark in the place of a client's logo. */
export function PlaceholderLogo({ shape }: { shape: keyof typeof paths }) {
  return (
    <li className={classes.place}>
      <svg
        viewBox="0 0 132 42"
        role="img"
        aria-label="Client logo placeholder"
        className={classes.logo}
        width={160}
        height={48}
      >
        <path
          d={paths[shape]}
          fill="none"
          stroke="currentColor"
          strokeWidth={3}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <rect x="50" y="13" width="74" height="7" rx="3.5" fill="currentColor" />
        <rect x="50" y="26" width="48" height="5" rx="2.5" fill="currentColor" opacity="0.6" />
      </svg>
    </li>
  )
}
