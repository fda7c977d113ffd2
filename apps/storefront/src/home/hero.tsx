import { brand } from '@giftwell/shared/kernel/brand.ts'
import { Link } from 'react-router-dom'

import hero from '../pictures/hero.svg'
import classes from './hero.module.css'

/** The tagline, the promises, and two links to the catalogue (product.md, section 2, Home page). */
export function Hero() {
  return (
    <section className={classes.root} aria-labelledby="tagline">
      <div className={classes.inner}>
        <div className={classes.words}>
          <h1 id="tagline" className={classes.tagline}>
            {brand.tagline}
          </h1>
          <p className={classes.promise}>
            From 3000+ considered gifts to one quote within a day, for every team, client and conference.
          </p>
          <div className={classes.actions}>
            <Link to="/catalogue?industry=Pharmaceutical" className={classes.primary}>
              Browse Pharma Gifts
            </Link>
            <Link to="/catalogue" className={classes.secondary}>
              Browse All Industries
            </Link>
          </div>
        </div>
        <img src={hero} alt="" width={1040} height={900} fetchPriority="high" className={classes.picture} />
      </div>
    </section>
  )
}
