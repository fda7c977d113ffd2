import { Link } from 'react-router-dom'

import { usePlatform } from '../../platform/platform.ts'
import { useSite } from '../../ui/use-site.ts'
import { WordMark } from '../../ui/word-mark.tsx'
import classes from './home-link.module.css'

/** The logo, which links to the website's home page. */
export function HomeLink() {
  const { siteOrigin } = usePlatform()
  const site = useSite()
  return (
    <Link
      to={`${siteOrigin}/`}
      className={classes.root}
      aria-label={`${site.name} website`}
      title="To the website"
    >
      <WordMark />
    </Link>
  )
}
