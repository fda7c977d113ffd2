import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { Database } from '@giftwell/shared/kernel/database.types.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'

type Functions = Database['public']['Functions']

/** A person of the back office. */
export type Person = Functions['people']['Returns'][number]
/** An invitation that is not accepted yet; its e-mail's state is as in the outbox. */
export type Invitation = Functions['invitations']['Returns'][number]
/** An invitation as the holder of its token sees it. */
export type OpenInvitation = Functions['open_invitation']['Returns'][number]
/** A person's role in the back office. */
export type StaffRole = 'administrator' | 'sales'

const people: QueryKey = ['people']
const invalidates: readonly QueryKey[] = [people, ['administrators'], ['leads'], ['dashboard']]

/** Milliseconds between polls of an invitation whose e-mail is about to be sent. */
const pollInterval = 5000

/** Who works in the back office, by e-mail address. */
export function peopleQuery(backend: Backend) {
  return queryOptions({
    queryKey: people,
    staleTime: 0,
    queryFn: ({ signal }): Promise<readonly Person[]> =>
      readRows(backend, (rest) => rest.rpc('people').abortSignal(signal)),
  })
}

/** Who is invited, by e-mail address; polled until each e-mail is sent or has failed. */
export function invitationsQuery(backend: Backend) {
  return queryOptions({
    queryKey: [...people, 'invitations'],
    staleTime: 0,
    queryFn: ({ signal }): Promise<readonly Invitation[]> =>
      readRows(backend, (rest) => rest.rpc('invitations').abortSignal(signal)),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ mail_state: state }) => state === 'queued') === true && pollInterval,
  })
}

/** Lets a person of sales see margins, or no longer. */
export function allowingMargin(backend: Backend) {
  return mutationOptions({
    mutationKey: people,
    meta: { invalidates: [people], failed: 'Could not change access to margins' },
    mutationFn: (right: { readonly person: string; readonly is_allowed: boolean }) =>
      send(backend, (rest) => rest.rpc('set_margin_right', right)),
  })
}

/** Invites a person, or sends an invitation again. */
export function inviting(backend: Backend) {
  return mutationOptions({
    mutationKey: people,
    meta: { invalidates, done: 'Invitation sent', failed: 'Error sending invitation' },
    mutationFn: (invitation: { readonly email: string; readonly role: string }) =>
      send(backend, (rest) => rest.rpc('invite', invitation)),
  })
}

/** Ends an invitation. */
export function revokingInvitation(backend: Backend) {
  return mutationOptions({
    mutationKey: people,
    meta: { invalidates, done: 'Invitation revoked', failed: 'Error revoking invitation' },
    mutationFn: (invitation: string) =>
      send(backend, (rest) => rest.rpc('revoke_invitation', { invitation })),
  })
}

/** Changes the role of a person; without one, their access ends, and their open leads go to the successor, if any. */
export function changingRole(backend: Backend) {
  return mutationOptions({
    mutationKey: people,
    meta: { invalidates, done: 'Role changed', failed: 'Error changing role' },
    mutationFn: (change: {
      readonly person: string
      readonly role?: StaffRole
      readonly successor?: string
    }) => send(backend, (rest) => rest.rpc('set_role', change)),
  })
}

/** Removes the lost second factor of another person, and ends their sessions. */
export function removingFactor(backend: Backend) {
  return mutationOptions({
    mutationKey: people,
    meta: { invalidates, done: 'Two-step sign-in removed', failed: 'Error removing two-step sign-in' },
    mutationFn: (person: string) => send(backend, (rest) => rest.rpc('remove_second_factor', { person })),
  })
}

/** The invitation of a token; null when it has ended. */
export function openInvitationQuery(backend: Backend, token: string) {
  return queryOptions({
    queryKey: ['open invitation', token],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<OpenInvitation | null> => {
      const rows = await readRows(backend, (rest) =>
        rest.rpc('open_invitation', { token }).abortSignal(signal),
      )
      return rows[0] ?? null
    },
  })
}

/** Takes the role of an invitation with a new password, by the token in its e-mail. @throws AppError with a sentence for the user */
export async function acceptInvitation(
  backend: Backend,
  accepted: { readonly token: string; readonly new_password: string; readonly name: string },
): Promise<void> {
  await send(backend, (rest) => rest.rpc('accept_invitation', accepted))
}
