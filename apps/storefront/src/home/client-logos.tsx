import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { clientLogosQuery } from './home-queries.ts'
import { imageAddress } from '@giftwell/shared/images/stored-image.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { ClientLogo } from './client-logo.tsx'
import classes from './client-logos.module.css'
import { PlaceholderLogo, placeholderLogos } from './placeholder-logo.tsx'

/** Logos in one turn of the line at least, so that it fills wide screens. */
const minLogosPerTurn = 10

/** The clients' logos in one slow line; six placeholders when none are stored (product.md, section 2, Client logos). */
export function ClientLogos() {
  const backend = useBackend()
  const { data: logos, isPending } = useQuery(clientLogosQuery(backend))
  const [isPaused, setPaused] = useState(false)
  return (
    <section className={classes.root} aria-labelledby="clients">
      <h2 id="clients" className={classes.title}>
        Trusted by Leading Companies
      </h2>
      <div className={classes.window}>
        {!isPending && (
          <Line
            isPaused={isPaused}
            logos={
              logos === undefined || logos.length === 0
                ? placeholderLogos.map((shape) => <PlaceholderLogo key={shape} shape={shape} />)
                : logos.map(({ id, name, logo_url: url }) => (
                    <ClientLogo key={id} name={name} address={imageAddress(backend.config, url)} />
                  ))
            }
          />
        )}
      </div>
      <button type="button" className={classes.pause} onClick={() => setPaused(!isPaused)}>
        {isPaused ? 'Move logos' : 'Pause logos'}
      </button>
    </section>
  )
}

/** Two equal turns, one after the other: when the first has passed, the second stands where it began. Only one is read out. */
function Line({ logos, isPaused }: { logos: readonly ReactNode[]; isPaused: boolean }) {
  const repeats = Math.ceil(minLogosPerTurn / logos.length)
  const copies = Array.from({ length: repeats * 2 }, (_, copy) => copy)
  return (
    <div className={classes.line} data-paused={isPaused || undefined}>
      {copies.map((copy) => (
        <ul key={copy} className={classes.run} aria-hidden={copy > 0 || undefined}>
          {logos}
        </ul>
      ))}
    </div>
  )
}
