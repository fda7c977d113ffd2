import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import { favouriteMarks } from '../catalogue/favourite-button.tsx'
import type { MarkClick } from '../page/product-marks.ts'
import { announce } from '../page/page-arrival.tsx'
import { changeFavourite, favouriteIdsQuery } from './favourite-queries.ts'

/** The favourite of a visitor who signs in for it: an id, and when it was pressed. */
const storageKey = 'giftwell-wanted-favourite'
/** Milliseconds for which the link in a confirmation e-mail works. */
const linkLife = 3_600_000
const none: readonly string[] = []

/** Shows the favourites of the signed-in visitor and saves changes; other visitors are asked to sign in first. */
export function Favourites() {
  const { user, isSessionReady } = useAuth()
  const backend = useBackend()
  const { sessionStorage } = usePlatform()
  const { onClick: openAuthDialog } = useAuthDialog()
  const account = user?.id ?? ''
  const { data } = useQuery({ ...favouriteIdsQuery(backend, account), enabled: user !== null })
  const { mutate } = useMutation(changeFavourite(backend, account))
  useEffect(() => favouriteMarks.show(user === null ? none : (data ?? none)), [user, data])

  const handle = useEffectEvent(({ product: { id: product }, isMarked: isFavourite }: MarkClick) => {
    if (user !== null) {
      announce(isFavourite ? 'Added to favourites' : 'Removed from favourites')
      mutate({ product, isFavourite })
    } else {
      void sessionStorage.setItem(storageKey, JSON.stringify([product, Date.now()]))
      openAuthDialog()
    }
  })
  useEffect(() => {
    if (isSessionReady) return favouriteMarks.handle((click) => handle(click))
    return undefined
  }, [isSessionReady])

  const addWanted = useEffectEvent(async () => {
    const stored = await sessionStorage.getItem(storageKey)
    if (stored === null) return
    await sessionStorage.removeItem(storageKey)
    const product = wantedIn(stored)
    if (product !== null) mutate({ product, isFavourite: true })
  })
  useEffect(() => {
    if (account !== '') void addWanted()
  }, [account])
  return null
}

function wantedIn(stored: string): string | null {
  try {
    const [product, at]: unknown[] = JSON.parse(stored)
    return typeof product === 'string' && Date.now() - Number(at) < linkLife ? product : null
  } catch {
    return null // not what this code has written
  }
}
