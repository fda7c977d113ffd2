import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { claimsOf, withinClaim } from '@giftwell/shared/kernel/brand.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useState } from 'react'

import { newLink, sendInquiry, storeSentInquiry } from './inquiry-requests.ts'
import type { InquiryContent } from './inquiry.ts'
import sheet from './inquiry-sheet.module.css'
import { LeadForm } from '../lead/lead-form.tsx'
import { inquiryRules } from '../lead/use-contact-form.ts'
import { useLeadForm } from '../lead/use-lead-form.ts'
import { useNavigate } from '../page/router.tsx'
import { DeliveryFields, useDelivery } from './delivery-form.tsx'
import { chargeText, sampleName } from './own-sample.ts'

interface SampleDialogProps {
  readonly product: {
    readonly id: string
    readonly name: string
    readonly image_url: string | null
    readonly image_widths?: readonly number[] | null
    readonly budget?: string | null
  }
  readonly colour: string | null
  readonly opened: boolean
  readonly onClose: () => void
}

/** Requests a sample of one product by a separate inquiry. */
export function SampleDialog({ product, colour, opened, onClose }: SampleDialogProps) {
  const site = useSite()
  const navigate = useNavigate()
  const delivery = useDelivery()
  const [link, setLink] = useState(newLink)
  const { id, name, image_url, image_widths = null, budget } = product
  const chosen = colour === null ? {} : { colour }
  const inquiry: InquiryContent = {
    lines: [
      { id, name, quantity: null, note: '', ...(colour && { colours: [{ name: colour, quantity: null }] }) },
    ],
    neededBy: '',
    budgetPerGift: null,
    deliveryCity: '',
    wantsBranding: false,
    samples: [sampleName({ name, colour })],
  }
  const state = useLeadForm({
    rules: inquiryRules,
    mutation: sendInquiry(useBackend(), inquiry, link, {
      ...delivery.delivery,
      items: [{ id, name, ...chosen }],
    }),
    isReady: delivery.check,
    done: ({ reference }) => ({
      title: 'Sample requested',
      description: `We'll get back to you${withinClaim(claimsOf(site))}.`,
      ...(reference !== null && { fact: `Reference ${reference}` }),
      stays: true,
      action: { label: 'View inquiry', href: '/inquiry/sent', onPress: () => navigate('/inquiry/sent') },
    }),
    failed: {
      title: 'Error',
      description: 'Failed to request the sample. Please try again.',
      variant: 'destructive',
    },
    onSent(sent, sender) {
      storeSentInquiry({ ...sent, sender, inquiry, looks: [{ image_url, image_widths, budget }] })
      setLink(newLink())
      onClose()
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} size="40rem" title="Request a sample">
      <div className={sheet.form}>
        <p>
          <strong>{sampleName({ name, colour })}</strong>. {chargeText(site.sample_charge)} We answer each
          request.
        </p>
        <DeliveryFields form={delivery} />
        <LeadForm
          name="sample"
          state={state}
          labels={{ name: 'Name', company: 'Company', email: 'Email', phone: 'Phone', message: 'Message' }}
          buttonLabels={{ submit: 'Request a sample', sending: 'Submitting...' }}
          className={sheet.form}
          label="Your details"
        />
      </div>
    </Dialog>
  )
}
