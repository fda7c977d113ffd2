import { useState } from 'react'

import { useBackend } from '../../data/backend-context.ts'
import { imageAddress } from '../../data/images/stored-image.ts'
import classes from './client-logos-screen.module.css'

/** A client's logo as the home page shows it; hidden when it fails to load (specification, section 2). */
export function LogoPreview({
  logo,
}: {
  readonly logo: { readonly name: string; readonly logo_url: string }
}) {
  const { config } = useBackend()
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return null
  return (
    <img
      className={classes.logo}
      src={imageAddress(config, logo.logo_url)}
      alt={logo.name}
      width={96}
      height={32}
      loading="lazy"
      onError={() => setFailed(true)}
    />
  )
}
