import { useState } from 'react'

import { brand } from '../kernel/brand.ts'
import { useSite } from './use-site.ts'
import classes from './word-mark.module.css'

/** The site's logo: its owner's if it loads, or a tied gift and the name in the display face. */
export function WordMark() {
  const { name, logo_url: logo, logo_dark_url: darkLogo } = useSite()
  const [failed, setFailed] = useState<string>()
  if (logo && darkLogo && logo !== failed && darkLogo !== failed)
    return (
      <>
        {/* The one that the scheme hides is not loaded. */}
        {[logo, darkLogo].map((address) => (
          <img
            key={address}
            src={address}
            alt={name}
            loading="lazy"
            className={classes.logo}
            data-for={address === logo ? 'light' : 'dark'}
            onError={() => setFailed(address)}
          />
        ))}
      </>
    )
  return logo && logo !== failed ? (
    <img src={logo} alt={name} className={classes.logo} onError={() => setFailed(logo)} />
  ) : (
    <span className={classes.root}>
      <GiftMark className={classes.mark} />
      <span className={classes.name}>{name}</span>
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
