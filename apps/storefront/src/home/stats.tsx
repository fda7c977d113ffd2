import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { statsQuery } from './home-queries.ts'
import { useQuery } from '@tanstack/react-query'

import { CountUp } from './count-up.tsx'
import classes from './stats.module.css'

const skeletons = 3

/** The stat blocks, counting up (product.md, section 2, Stats); nothing where there are none. */
export function Stats() {
  const { data: blocks, isPending } = useQuery(statsQuery(useBackend()))
  if (!isPending && (blocks === undefined || blocks.length === 0)) return null
  const longest = Math.max(0, ...(blocks ?? []).map(({ value }) => value.length))
  return (
    <section className={classes.root} aria-labelledby="impact">
      <div className={classes.inner}>
        <h2 id="impact" className={classes.title}>
          Our Impact in Numbers
        </h2>
        {blocks === undefined ? (
          <div className={classes.cards} role="status" aria-label="Loading numbers">
            {Array.from({ length: skeletons }, (_, place) => (
              <div key={place} className={classes.skeleton} data-testid="stat-skeleton" />
            ))}
          </div>
        ) : (
          <ul className={classes.cards}>
            {blocks.map((block, place) => (
              <li key={block.id} className={classes.card}>
                <CountUp value={block.value} place={place} longest={longest} className={classes.value} />
                <h3 className={classes.name}>{block.title}</h3>
                {block.description && <p className={classes.description}>{block.description}</p>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
