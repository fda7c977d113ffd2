import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router-dom'

import { useAuth } from '../../auth/auth-context.tsx'
import { AppError } from '../../data/app-error.ts'
import { useBackend } from '../../data/backend-context.ts'
import { acceptInvitation } from '../../data/people.ts'
import { usePlatform } from '../../platform/platform.ts'

const storageKey = 'invitation'
const linkForm = /^#invitation=([\da-f]{64})$/

interface InvitationState {
  readonly isInvited: boolean
  /** Whether the signed-in user's role is being set. */
  readonly isAccepting: boolean
  /** Why the signed-in user does not get the role. */
  readonly problem: string | null
}

/**
 * Accepts the invitation whose link led here, once a user is signed in. Its token is stored until then: the link that
 * confirms a new account leads here without it.
 */
export function useInvitation(): InvitationState {
  const backend = useBackend()
  const { sessionStorage } = usePlatform()
  const { user, isStaff, readRoleAgain } = useAuth()
  const linked = linkForm.exec(useLocation().hash)?.[1]
  const { data: token = null } = useQuery({
    queryKey: ['invitation', linked ?? ''],
    staleTime: 0,
    gcTime: 0,
    queryFn: async () => {
      if (linked === undefined) return sessionStorage.getItem(storageKey)
      await sessionStorage.setItem(storageKey, linked)
      return linked
    },
  })
  const { mutate, error } = useMutation({
    mutationFn: async (given: string) => {
      try {
        await acceptInvitation(backend, given)
      } catch (error) {
        if (error instanceof AppError && error.kind === 'missing') await sessionStorage.removeItem(storageKey)
        throw error
      }
      await sessionStorage.removeItem(storageKey)
      await readRoleAgain()
    },
  })
  const asked = useRef('')
  const accept = useEffectEvent((given: string, id: string) => {
    if (asked.current !== given + id) mutate(given)
    asked.current = given + id
  })
  const account = isStaff ? undefined : user?.id
  useEffect(() => {
    if (token !== null && account !== undefined) accept(token, account)
  }, [token, account])

  const hasEnded = error instanceof AppError && error.kind === 'missing'
  const isInvited = token !== null && !hasEnded
  return {
    isInvited,
    isAccepting: isInvited && account !== undefined && error === null,
    problem: error?.message ?? null,
  }
}
