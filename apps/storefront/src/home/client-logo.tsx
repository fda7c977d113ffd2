import { useState } from 'react'

import classes from './client-logos.module.css'

/** One client's logo, greyscale until hovered; absent when its picture fails to load. */
export function ClientLogo({ name, address }: { name: string; address: string }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return null
  return (
    <li className={classes.place}>
      <img
        src={address}
        alt={name}
        width={160}
        height={48}
        loading="lazy"
        className={classes.logo}
        onError={() => setFailed(true)}
      />
    </li>
  )
}
