import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { quotationName, type QuotationState, validity } from '@giftwell/shared/quotations/quotation.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'

import { LoadFailure } from '../page/load-failure.tsx'
import classes from './own-quotations.module.css'

/** A quotation of an account's own inquiry. */
interface OwnQuotation {
  readonly number: string
  readonly revision: number
  /** Of the inquiry; null when that was deleted. */
  readonly reference: string | null
  readonly state: Exclude<QuotationState, 'draft'>
  /** Null of one that was withdrawn. */
  readonly total_paise: number | null
  readonly valid_until: string
  /** The colleague who shares its inquiry; null of one's own, and missing of an older server. */
  readonly sent_by?: string | null
}

const stateNames: Readonly<Record<OwnQuotation['state'], string>> = {
  sent: 'Waiting for you',
  expired: 'Expired',
  accepted: 'Accepted',
  declined: 'Declined',
  change_asked: 'Change asked',
  withdrawn: 'Withdrawn',
}

interface OwnQuotationsProps {
  readonly account: string
  /** The inquiry whose quotations are listed; all without it. */
  readonly reference?: string
}

/** The quotations of an account (product.md, section 2, A quotation's page), each opened by a new link; nothing without any. */
export function OwnQuotations({ account, reference }: OwnQuotationsProps) {
  const backend = useBackend()
  const { data, isError, refetch } = useQuery({
    queryKey: ['my quotations', account],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const rows = await send(backend, (rest) =>
        rest.rpc('my_quotations', {}, { get: true }).abortSignal(signal),
      )
      // The database's tests hold the shape of the list.
      return rows as unknown as readonly OwnQuotation[]
    },
  })
  const opening = useMutation({
    meta: { failed: 'Could not open the quotation' },
    mutationFn: async (number: string) => {
      const token = await send(backend, (rest) => rest.rpc('open_my_quotation', { number }))
      // The database's types know no null of a function.
      if ((token as string | null) === null) throw new AppError('missing', 'It is no longer there.')
      // Another document: the page of a quotation is a build of its own.
      window.location.assign(`/q/${token}`)
    },
  })
  if (isError) return <LoadFailure what="your quotations" onRetry={() => void refetch()} />
  const quotations = data?.filter((each) => reference === undefined || each.reference === reference) ?? []
  if (quotations.length === 0) return null
  return (
    <section aria-labelledby="quotations" className={`${classes.section} no-print`}>
      <h2 id="quotations">Quotations</h2>
      <ul>
        {quotations.map(
          ({ number, revision, state, total_paise: total, valid_until, sent_by: colleague }) => (
            <li key={number} className={classes.row}>
              <strong id={number}>{quotationName(number, revision)}</strong>
              <span>{colleague && state === 'sent' ? 'Sent' : stateNames[state]}</span>
              {total !== null && <span>{rupees(total)}</span>}
              <span className={classes.quiet}>{validity({ valid_until })}</span>
              {colleague && <span>For {colleague}</span>}
              {state !== 'withdrawn' && (
                <Button
                  variant="default"
                  aria-describedby={number}
                  loading={opening.isPending && opening.variables === number}
                  onClick={() => opening.mutate(number)}
                >
                  Open quotation
                </Button>
              )}
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
