import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { authWords } from './auth-words.ts'

const storageKey = 'giftwell-sign-up-filters'

/** Stores the filters of the address until an account is confirmed by e-mail; returns the function that does so. */
export function useRememberPlace(): () => void {
  const { sessionStorage } = usePlatform()
  return () => void sessionStorage.setItem(storageKey, window.location.search)
}

/** Welcomes a user who comes back by the link of a confirmation, under the filters from before. */
export function useReturnToPlace(): void {
  const { user, isSessionReady } = useAuth()
  const { sessionStorage } = usePlatform()
  const toasts = useToasts()
  const navigate = useNavigate()
  const words = authWords(useSite().name)
  const hasArrived = useRef(false)
  const arrive = useEffectEvent(async () => {
    const search = await sessionStorage.getItem(storageKey)
    if (search === null) return
    await sessionStorage.removeItem(storageKey)
    toasts.show({ ...words['sign-in'].done, title: words['sign-up'].done.title })
    const { pathname, search: present } = window.location
    if (pathname === '/catalogue' && present === '') await navigate({ search }, { replace: true })
  })
  useEffect(() => {
    if (!isSessionReady || hasArrived.current) return
    hasArrived.current = true
    if (user !== null) void arrive()
  }, [isSessionReady, user])
}
