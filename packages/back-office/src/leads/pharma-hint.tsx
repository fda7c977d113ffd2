import { Text } from '@mantine/core'
import { queryOptions, useQuery, type QueryKey } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { readRows } from '@giftwell/shared/kernel/rest-request.ts'
import {
  isPharmaceutical,
  legalHints,
  noLegalAdvice,
  pharmaReasons,
} from '@giftwell/shared/legal/legal-hints.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { LegalNote } from '../screen/legal-note.tsx'
import type { Lead } from './lead-list.ts'

/** The products of a lead as far as pharmaceutical hints are about them. */
function checkedGiftsQuery(backend: Backend, lead: string) {
  return queryOptions({
    queryKey: ['leads', 'checked-gifts', lead] as QueryKey,
    queryFn: ({ signal }) =>
      readRows(backend, (rest) =>
        rest
          .from('lead_items')
          .select(
            'position, name, products(budget, is_brand_reminder, product_industry_tags(industry_tags(has_doctor_types)))',
          )
          .eq('lead_id', lead)
          .order('position')
          .abortSignal(signal),
      ),
  })
}

/** Of an inquiry of a pharmaceutical company, the gifts that are nothing for a doctor; nothing offline, or where the owner has switched it off. */
export function PharmaHint({ lead }: { readonly lead: Lead }) {
  const isShown = useSite().pharma_hints !== false
  const { data: items = [] } = useQuery({
    ...checkedGiftsQuery(useBackend(), lead.id),
    enabled: useIsOnline() && isShown,
  })
  const hasDoctorTypes = items.some(({ products: product }) =>
    product?.product_industry_tags.some((tag) => tag.industry_tags.has_doctor_types),
  )
  if (!isShown || !isPharmaceutical(lead.company, hasDoctorTypes)) return null
  const gifts = items.flatMap(({ position, name, products: product }) => {
    const reasons = pharmaReasons({
      isBrandReminder: product?.is_brand_reminder === true,
      highest: { band: product?.budget ?? null },
    })
    return reasons.length === 0 ? [] : [{ position, name, reasons }]
  })
  if (gifts.length === 0) return null
  return (
    <>
      <dt>Hint</dt>
      <dd>
        <LegalNote hint={legalHints.brandReminders}>
          <ul>
            {gifts.map(({ position, name, reasons }) => (
              <Text key={position} component="li" fz="sm" fw={550}>
                {name}: {reasons.join(', ')}
              </Text>
            ))}
          </ul>
        </LegalNote>
        <Text fz="xs" c="dimmed">
          {noLegalAdvice}
        </Text>
      </dd>
    </>
  )
}
