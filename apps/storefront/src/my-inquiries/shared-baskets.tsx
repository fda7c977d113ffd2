import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

import classes from '../inquiry/own-quotations.module.css'
import { longDate } from '../page/long-date.ts'
import { useNavigate } from '../page/router.tsx'
import { endingSharedBasket, openingSharedBasket, useOwnCompany } from '../company/company-requests.ts'

/** The baskets that an account's team shares; nothing without any. */
export function SharedBaskets() {
  const backend = useBackend()
  const navigate = useNavigate()
  const { data: company } = useOwnCompany()
  const opening = useMutation(openingSharedBasket(backend))
  const ending = useMutation(endingSharedBasket(backend))
  const heading = useRef<HTMLHeadingElement>(null)
  const { baskets = [] } = company ?? {}
  if (baskets.length === 0) return null
  return (
    <section aria-labelledby="baskets" className={`${classes.section} no-print`}>
      <h2 id="baskets" ref={heading} tabIndex={-1}>
        Shared baskets
      </h2>
      <ul>
        {baskets.map(({ id, shared_by: sharer, shared_at: at, products, is_own: isOwn }) => (
          <li key={id} className={classes.row}>
            <strong id={id}>{counted(products, 'product')}</strong>
            <span>Shared by {isOwn ? 'you' : (sharer ?? 'a former colleague')}</span>
            <time dateTime={at} className={classes.quiet}>
              {longDate(new Date(at))}
            </time>
            <Button
              size="sm"
              variant="default"
              aria-describedby={id}
              loading={opening.isPending && opening.variables === id}
              onClick={() => opening.mutate(id, { onSuccess: (basket) => navigate(`/shortlist#${basket}`) })}
            >
              Open basket
            </Button>
            {isOwn && (
              <Button
                size="sm"
                variant="subtle"
                aria-describedby={id}
                disabled={ending.isPending}
                onClick={() => ending.mutate(id, { onSuccess: () => heading.current?.focus() })}
              >
                Stop sharing
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
