import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@mantine/core'

import { longDate } from './inquiry-facts.tsx'
import type { InquiryContent } from './inquiry.ts'

/** More lines would make an address that browsers cut off. */
const maxLines = 40

/** The basket as a message, ready to send. */
export function whatsappText(site: string, inquiry: InquiryContent): string {
  const { lines, neededBy, budgetPerGift, deliveryCity, wantsBranding } = inquiry
  const products = lines.slice(0, maxLines).map(({ name, quantity, note }, place) => {
    const wanted = quantity === null ? '' : `: ${quantity.toLocaleString('en-IN')}`
    return `${place + 1}. ${name}${wanted}${note && ` (${note})`}`
  })
  return [
    `Hello ${site}, I would like a quote for:`,
    ...products,
    lines.length > maxLines && `and ${lines.length - maxLines} more`,
    neededBy && `Needed by ${longDate(new Date(`${neededBy}T00:00`))}`,
    budgetPerGift !== null && `Budget per gift: Rs.${budgetPerGift.toLocaleString('en-IN')}`,
    deliveryCity && `Delivery city: ${deliveryCity}`,
    wantsBranding && 'With our logo on the gifts',
  ]
    .filter(Boolean)
    .join('\n')
}

/** Opens a chat with the seller with the basket ready to send, where a number is set. Nothing is loaded before. */
export function WhatsappButton({ inquiry }: { readonly inquiry: InquiryContent }) {
  const { name, whatsapp_number: number } = useSite()
  if (number === undefined || inquiry.lines.length === 0) return null
  const text = encodeURIComponent(whatsappText(name, inquiry))
  return (
    <Button
      component="a"
      variant="default"
      size="md"
      href={`https://wa.me/${number.slice(1)}?text=${text}`}
      target="_blank"
      rel="noopener noreferrer"
    >
      Send on WhatsApp
    </Button>
  )
}
