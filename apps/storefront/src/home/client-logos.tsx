import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import classes from './client-logos.module.css'
import { clientLogosQuery } from './home-queries.ts'

/** Logos in one turn of the line at least, so that it fills wide screens. */
const minLogosPerTurn = 10

/**
 * The clients' logos in one slow line; without logos six placeholders (product.md, section 2, Client logos), or
 * nothing beside the owner's own catalogue.
 */
export function ClientLogos() {
  const backend = useBackend()
  const { data: logos, isPending } = useQuery(clientLogosQuery(backend))
  const { own_products: ownProducts } = useSite()
  const [isPaused, setPaused] = useState(false)
  if (ownProducts !== undefined && logos?.length === 0) return null
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

/** One client's logo, greyscale until hovered; absent when its picture fails to load. */
function ClientLogo({ name, address }: { name: string; address: string }) {
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return null
  return (
    <li className={classes.cell}>
      <img
        src={address}
        alt={name}
        width={160}
        height={48}
        loading="lazy"
        className={classes.logo}
        onError={() => setFailed(true)}
      />
    </li>
  )
}

const paths = {
  arches: 'M6 34V20a10 10 0 0 1 20 0v14M16 34V22a10 10 0 0 1 20 0v12',
  leaf: 'M8 34C8 16 18 8 34 8c0 16-8 26-26 26ZM8 34 24 18',
  rings: 'M15 10a11 11 0 1 0 .1 0M27 10a11 11 0 1 0 .1 0',
  peak: 'M4 34 16 12l8 14 4-6 8 14Z',
  petals:
    'M20 20c0-8 12-8 12 0s-12 8-12 0Zm0 0c0 8-12 8-12 0s12-8 12 0Zm0 0c-8 0-8-12 0-12s8 12 0 12Zm0 0c8 0 8 12 0 12s-8-12 0-12Z',
  blocks: 'M7 7h11v11H7zM22 7h11v11H22zM7 22h11v11H7zM22 22h11v11H22z',
} as const

/** The shapes of the six placeholder logos (product.md, section 9). */
const placeholderLogos = ['arches', 'leaf', 'rings', 'peak', 'petals', 'blocks'] as const

/** A neutral mark instead of a client's logo. */
function PlaceholderLogo({ shape }: { shape: keyof typeof paths }) {
  return (
    <li className={classes.cell}>
      <svg
        viewBox="0 0 132 42"
        role="img"
        aria-label="Client logo placeholder"
        className={classes.logo}
        width={160}
        height={48}
      >
        <path
          d={paths[shape]}
          fill="none"
          stroke="currentColor"
          strokeWidth={3}
          strokeLinejoin="round"
          strokeLinecap="round"
        />
        <rect x="50" y="13" width="74" height="7" rx="3.5" fill="currentColor" />
        <rect x="50" y="26" width="48" height="5" rx="2.5" fill="currentColor" opacity="0.6" />
      </svg>
    </li>
  )
}
