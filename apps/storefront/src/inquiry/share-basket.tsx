import { coloursText } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { PlainField } from '../lead/plain-field.tsx'
import classes from './inquiry-fields.module.css'
import { longDate } from '../page/long-date.ts'
import type { Basket } from './basket.ts'
import { type InquiryContent, type InquiryDetails, changeInquiryDetails } from './inquiry.ts'
import { contentOf, maxKeys, maxShared, type Shortlist, shortlistFragment } from './shortlist-address.ts'

/** The shared link, and whether it was copied. */
interface SharedContent {
  readonly content: string
  readonly texts: string
  readonly isCopied: boolean
}

/** Makes a link that carries a basket or an answer, and copies it where the browser allows that. A name and a message renew it. */
export function useSharedLink(shortlist: Shortlist) {
  const client = useQueryClient()
  const [shared, setShared] = useState<SharedContent>()
  const { from, message, ...goods } = shortlist
  const content = JSON.stringify(contentOf({ ...goods, from: '', message: '' }))
  const texts = JSON.stringify([from, message])
  const query = queryOptions({
    queryKey: ['shortlist', 'address', content, texts],
    staleTime: Infinity,
    queryFn: () => shortlistAddress(shortlist),
  })
  const isCurrent = shared?.content === content
  const { data: address } = useQuery({ ...query, enabled: isCurrent, placeholderData: keepPreviousData })
  const state = shared?.texts !== texts ? 'renewed' : shared.isCopied ? 'copied' : 'not copied'
  return {
    /** Undefined before the first press, and after a change of the contents. */
    link: isCurrent && address !== undefined ? ({ address, state } as const) : undefined,
    /** Whether that has changed since. */
    isOutdated: shared !== undefined && !isCurrent,
    async share() {
      const isCopied = await copied(await client.query(query))
      setShared({ content, texts, isCopied })
    },
  }
}

/** The address of a page that shows a shortlist. */
async function shortlistAddress(shortlist: Shortlist): Promise<string> {
  return new URL(`/shortlist#${await shortlistFragment(shortlist)}`, window.location.href).href
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

/** The basket as a link carries it. */
export function sharedBasket(basket: Basket, inquiry: InquiryContent, details: InquiryDetails): Shortlist {
  const { neededBy, budgetPerGift, deliveryCity, wantsBranding } = inquiry
  return {
    items: inquiry.lines.map(({ name: _name, ...line }) => {
      const key = basket.find((item) => item.id === line.id)?.key
      return { ...line, ...(key !== undefined && { key }) }
    }),
    from: details.sharedBy.trim(),
    message: details.sharedMessage.trim(),
    neededBy,
    deliveryCity,
    ...(budgetPerGift !== null && { budgetPerGift }),
    ...(wantsBranding && { wantsBranding }),
  }
}

interface SharedLinkProps extends Pick<ReturnType<typeof useSharedLink>, 'link' | 'isOutdated'> {
  readonly label: string
  readonly button: string
  /** Who sees what by it. */
  readonly hint: string
}

/** The link once it is made. */
export function SharedLink({ link, isOutdated, label, button, hint }: SharedLinkProps) {
  return (
    <div className="no-print">
      {link && (
        <PlainField
          label={label}
          readOnly
          value={link.address}
          className={classes.shared}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <p aria-live="polite" className={classes.hint}>
        {link?.state === 'renewed'
          ? `What you typed is in the link. Press “${button}” again to copy it.`
          : link && `${link.state === 'copied' ? 'Link copied.' : 'Copy this link.'} ${hint}`}
        {isOutdated && `Press “${button}” again for a link with your changes.`}
      </p>
    </div>
  )
}

/** The link to the basket, with its sharer's name and message. */
export function BasketLink({ shortlist, details, ...made }: BasketLinkProps) {
  const isOpen = shortlist.items.every(({ key }) => key !== undefined) && shortlist.items.length <= maxKeys
  return (
    <>
      <SharedLink
        {...made}
        label="Link to this basket"
        button="Share basket"
        hint={`Everyone with the link ${isOpen ? '' : 'and a free account '}sees these products, quantities and notes.`}
      />
      {(made.link !== undefined || made.isOutdated) && (
        <div className={`${classes.message} no-print`}>
          <PlainField
            label="Your name, for your colleagues"
            maxLength={maxShared.from}
            value={details.sharedBy}
            onChange={({ currentTarget }) => changeInquiryDetails({ sharedBy: currentTarget.value })}
          />
          <PlainField
            label="Message to your colleagues"
            lines={2}
            maxLength={maxShared.message}
            value={details.sharedMessage}
            onChange={({ currentTarget }) => changeInquiryDetails({ sharedMessage: currentTarget.value })}
          />
        </div>
      )}
    </>
  )
}

interface BasketLinkProps extends Pick<ReturnType<typeof useSharedLink>, 'link' | 'isOutdated'> {
  readonly shortlist: Shortlist
  readonly details: InquiryDetails
}

/** More lines would make an address that browsers cut off. */
const maxLines = 40

/** The basket as a message, ready to send. */
export function whatsappText(site: string, inquiry: InquiryContent): string {
  const { lines, neededBy, budgetPerGift, deliveryCity, wantsBranding } = inquiry
  const products = lines.slice(0, maxLines).map(({ name, quantity, note, colours }, index) => {
    const count = quantity === null ? '' : `: ${quantity.toLocaleString('en-IN')}`
    const inColours = colours ? ` in ${coloursText(colours)}` : ''
    return `${index + 1}. ${name}${count}${inColours}${note && ` (${note})`}`
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
