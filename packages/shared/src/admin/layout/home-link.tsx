import { Link } from 'react-router-dom'

import { brand } from '../../domain/brand.ts'
import { usePlatform } from '../../platform/platform.ts'
import { WordMark } from '../../ui/word-mark.tsx'
import classes from './home-link.module.css'

/** The logo, which links to the website's home page. */
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
