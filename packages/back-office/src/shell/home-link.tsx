import { Link } from 'react-router-dom'

import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { WordMark } from '@giftwell/shared/ui/word-mark.tsx'
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
