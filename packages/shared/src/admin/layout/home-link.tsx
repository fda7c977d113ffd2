import { Link } from 'react-router-dom'

import { brand } from '../../domain/brand.ts'
import { usePlatform } from '../../platform/platform.ts'
import { WordMark } from '../../ui/word-mark.tsx'
import classes from './home-link.module.css'

/** The logo, which leads out of the back office to the website's home, wherever the website is. */
export function HomeLink() {
  const { siteOrigin } = usePlatform()
  return (
    <Link
      to={`${siteOrigin}/`}
      className={classes.root}
      aria-label={`${brand.name} website`}
      title="To the website"
    >
      <WordMark />
    </Link>
  )
}
