import { Link } from 'react-router-dom'

import { brand } from '../../domain/brand.ts'
import { WordMark } from '../../ui/word-mark.tsx'
import classes from './home-link.module.css'

/** The logo, which leads out of the back office to the website's home. */
export function HomeLink() {
  return (
    <Link to="/" className={classes.root} aria-label={`${brand.name} website`} title="To the website">
      <WordMark />
    </Link>
  )
}
