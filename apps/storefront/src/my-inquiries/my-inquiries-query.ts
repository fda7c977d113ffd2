import { queryOptions } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'

/** A line of an inquiry that was sent before. */
export interface MyInquiryLine {
  readonly name: string
  readonly quantity: number | null
  readonly note: string | null
  /** Null when it has left the catalogue. */
  readonly product: Pick<CatalogueProduct, 'id' | 'name' | 'image_url' | 'image_widths' | 'budget'> | null
}

/** An inquiry that an account has sent. */
export interface MyInquiry {
  readonly reference: string
  readonly created_at: string
  readonly message: string | null
  readonly needed_by: string | null
  readonly budget_per_gift: number | null
  readonly delivery_city: string | null
  readonly wants_branding: boolean
  /** Its progress, if the seller has set one. */
  readonly state: 'in_progress' | 'quoted' | null
  readonly lines: readonly MyInquiryLine[]
}

/** What an account has sent while it was signed in, newest first. */
export function myInquiriesQuery(backend: Backend, account: string) {
  return queryOptions({
    queryKey: ['my inquiries', account],
    // Others may have been sent since, from this tab or another.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<readonly MyInquiry[]> => {
      const data = await send(backend, (rest) =>
        rest.rpc('my_inquiries', {}, { get: true }).abortSignal(signal),
      )
      // The database's tests hold the shape of the list.
      return data as unknown as readonly MyInquiry[]
    },
  })
}
