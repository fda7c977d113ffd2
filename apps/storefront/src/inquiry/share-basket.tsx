import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'

import { PlainField } from '../lead/plain-field.tsx'
import classes from './inquiry-fields.module.css'
import { today } from './inquiry-fields.tsx'
import { longDate } from './inquiry-sheet.tsx'
import type { InquiryContent } from './inquiry.ts'
import { shortlistFragment } from './shortlist-address.ts'

/** A link that was made, and what it holds. */
interface MadeLink {
  readonly content: string
  readonly address: string
  readonly isCopied: boolean
}

/** Makes a link that carries the basket, and copies it where the browser allows that. */
export function useSharedLink({ lines, neededBy, deliveryCity }: InquiryContent) {
  const [made, setMade] = useState<MadeLink>()
  const current = JSON.stringify([lines, neededBy, deliveryCity])
  return {
    /** Undefined before the first press, and once the basket has changed. */
    link: made?.content === current ? made : undefined,
    async share() {
      const facts = { neededBy, deliveryCity, madeOn: today() }
      const fragment = await shortlistFragment({ items: lines, facts })
      const address = new URL(`/shortlist#${fragment}`, window.location.href).href
      setMade({ content: current, address, isCopied: await copied(address) })
    },
  }
}

/** Whether it was copied: browsers may refuse, and have no clipboard on pages without https. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

type SharedLink = ReturnType<typeof useSharedLink>

/** The button that shares the basket. */
export function ShareButton({ share }: Pick<SharedLink, 'share'>) {
  return (
    <Button variant="default" size="sm" onClick={() => void share()}>
      Share basket
    </Button>
  )
}

/** The link once it is made. */
export function LinkToBasket({ link }: Pick<SharedLink, 'link'>) {
  return (
    <div className="no-print">
      {link && (
        <PlainField
          label="Link to this basket"
          readOnly
          value={link.address}
          className={classes.shared}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <p aria-live="polite" className={classes.hint}>
        {link &&
          `${link.isCopied ? 'Link copied.' : 'Copy this link.'} Everyone with the link and a free account sees these products, quantities and notes, the day and the city.`}
      </p>
    </div>
  )
}

/** More lines would make an address that browsers cut off. */
const maxLines = 40

/** The basket as a message, ready to send. */
export function whatsappText(site: string, inquiry: InquiryContent): string {
  const { lines, neededBy, budgetPerGift, deliveryCity, wantsBranding } = inquiry
  const products = lines.slice(0, maxLines).map(({ name, quantity, note }, index) => {
    const count = quantity === null ? '' : `: ${quantity.toLocaleString('en-IN')}`
    return `${index + 1}. ${name}${count}${note && ` (${note})`}`
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
