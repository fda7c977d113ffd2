import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useMutation } from '@tanstack/react-query'

import { sharingBasket } from './company-requests.ts'

/** The button had the focus. */
const focusOn = (element: HTMLElement | null) => element?.focus()

interface BasketForCompanyProps {
  /** The link of the basket. */
  readonly address: string
  readonly products: number
  readonly domain: string
}

/** Shows a basket whose link was made to the colleagues who share. */
export function BasketForCompany({ address, products, domain }: BasketForCompanyProps) {
  const sharing = useMutation(sharingBasket(useBackend()))
  if (sharing.isSuccess)
    return (
      <p role="status" tabIndex={-1} ref={focusOn}>
        Your colleagues at {domain} see this basket under “My inquiries” for 60 days.
      </p>
    )
  return (
    <Button
      size="sm"
      variant="default"
      loading={sharing.isPending}
      onClick={() => sharing.mutate({ basket: new URL(address).hash.slice(1), products })}
    >
      Share basket with my company
    </Button>
  )
}
