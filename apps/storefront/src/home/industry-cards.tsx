import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'

import allIndustries from '../pictures/all-industries.svg'
import pharmaGifting from '../pictures/pharma-gifting.svg'
import classes from './industry-cards.module.css'
import { SectionHead } from './section-head.tsx'

const cards = [
  {
    look: 'pharma',
    title: 'Pharma Gifting',
    invitation: 'See pharma gifts',
    to: '/catalogue?industry=Pharmaceutical',
    picture: pharmaGifting,
    points: ['Doctor-specific categories', 'Compliance-ready products', 'Medical conference gifts'],
  },
  {
    look: 'all',
    title: 'All Industries',
    invitation: 'See all gifts',
    to: '/catalogue',
    picture: allIndustries,
    points: ['Banking & Finance', 'Automotive & Insurance', 'Technology & Real Estate'],
  },
]

/** Two links to the catalogue by industry (product.md, section 2, Choose Your Industry). */
export function IndustryCards() {
  return (
    <section id="industries" className={classes.root} aria-labelledby="choose-industry">
      <SectionHead id="choose-industry" title="Choose Your Industry" />
      <div className={classes.cards}>
        {cards.map(({ look, title, invitation, to, picture, points }) => (
          <div key={to} className={classes.card} data-look={look}>
            <div className={classes.words}>
              <h3 className={classes.title}>
                <Link to={to} className={classes.link}>
                  {title}
                </Link>
              </h3>
              <ul className={classes.points}>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
              <p className={classes.invitation} aria-hidden>
                {invitation} <IconArrowRight size={18} stroke={2.2} />
              </p>
            </div>
            <img src={picture} alt="" width={900} height={1100} loading="lazy" className={classes.picture} />
          </div>
        ))}
      </div>
    </section>
  )
}
