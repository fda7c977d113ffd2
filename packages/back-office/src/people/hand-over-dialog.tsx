import { useMutation, useQuery } from '@tanstack/react-query'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { MutationOutcome } from '@giftwell/shared/kernel/query-client.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { ActionDialog } from '../record/action-dialog.tsx'
import { administratorsQuery } from '../staff/administrators.ts'

type Work = { readonly person: string } | { readonly companies: readonly string[] }

const argumentsOf = (work: Work) =>
  'person' in work ? { person: work.person } : { companies: [...work.companies] }

/** How much is open in all. */
export function sumOf(work: unknown): number {
  return Object.values(recordOf(work)).reduce((sum: number, count) => sum + Number(count), 0)
}

/** The open work in words: "2 open leads and 1 company". */
export function workText(work: unknown): string {
  const { leads, quotations, companies } = recordOf(work)
  const parts = [
    [Number(leads), 'open lead', 'open leads'],
    [Number(quotations), 'open quotation', 'open quotations'],
    [Number(companies), 'company', 'companies'],
  ] as const
  const texts = parts.flatMap(([count, one, many]) => (count > 0 ? [counted(count, one, many)] : []))
  return texts.length === 0 ? 'Nothing is open' : texts.join(', ').replace(/, ([^,]*)$/, ' and $1')
}

/** The open work of a person, or of companies: {"leads", "quotations", "companies"}. */
export function openWorkQuery(backend: Backend, work: Work) {
  return {
    queryKey: ['leads', 'open work', work],
    staleTime: 0,
    queryFn: () => send(backend, (rest) => rest.rpc('hand_over_work', argumentsOf(work))),
  }
}

interface HandOverDialogProps {
  readonly work: Work
  /** The person who is chosen already. */
  readonly successor?: string | undefined
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** Gives open leads, open quotations and companies to another person in one go. */
export function HandOverDialog({ work, successor = '', onClose, onDone }: HandOverDialogProps) {
  const backend = useBackend()
  const { user } = useAuth()
  const open = useQuery(openWorkQuery(backend, work)).data
  const people = useQuery(administratorsQuery(backend)).data ?? []
  const handing = useMutation({
    mutationKey: ['leads', 'hand over'],
    meta: {
      invalidates: [['leads'], ['quotations'], ['companies'], ['dashboard']],
      failed: 'Error handing over',
      done: 'Handed over',
    },
    mutationFn: async (to: string) =>
      new MutationOutcome(
        workText(
          await send(backend, (rest) => rest.rpc('hand_over_work', { ...argumentsOf(work), successor: to })),
        ),
      ),
  })
  const choices = people
    .filter(({ id, is_active: isActive }) => isActive && !('person' in work && work.person === id))
    .map(({ id, name, email }) => ({ value: id, label: id === user?.id ? 'Me' : (name ?? email) }))
  return (
    <ActionDialog
      action={{
        title: 'Hand over',
        ...(open != null && { intro: `${workText(open)}. Closed work stays where it is.` }),
        fields: [{ name: 'to', label: 'To', initial: successor, choices }],
        async run({ to = '' }) {
          await handing.mutateAsync(to)
          onDone?.()
        },
      }}
      onClose={onClose}
    />
  )
}
