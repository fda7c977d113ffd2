import { coloursText, lineHints } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { shadesOf } from '@giftwell/shared/catalogue/product-details.ts'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { claimsOf, withinClaim } from '@giftwell/shared/kernel/brand.ts'
import { phoneTexts } from '@giftwell/shared/kernel/phones.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '../page/router.tsx'

import { CompareLink } from '../compare/comparison.tsx'
import { BasketForCompany } from '../company/basket-for-company.tsx'
import { useOwnCompany } from '../company/company-requests.ts'
import { LeadForm } from '../lead/lead-form.tsx'
import { PlainField } from '../lead/plain-field.tsx'
import { PlainForm } from '../lead/plain-form.tsx'
import { inquiryRules } from '../lead/use-contact-form.ts'
import { useLeadForm } from '../lead/use-lead-form.ts'
import { PrintButton } from '../page/print-button.tsx'
import { DeliveryFields, useDelivery } from './delivery-form.tsx'
import { chargeText } from './own-sample.ts'
import classes from './basket-dialog.module.css'
import { BasketList } from './basket-list.tsx'
import { type Basket, useBasket, useBasketStore } from './basket.ts'
import { BudgetHelper } from './budget-helper.tsx'
import {
  type InquiryContent,
  type InquiryDetails,
  type InquiryLine,
  changeInquiryDetails,
  clearInquiryDetails,
  inquiryDetails,
  inquiryOf,
  pruneLines,
  useInquiryDetails,
} from './inquiry.ts'
import { InquiryFields, LineFields } from './inquiry-fields.tsx'
import { InquiryFacts, totalOf } from './inquiry-sheet.tsx'
import { longDate } from '../page/long-date.ts'
import { sampleOf, useSampleChoice } from './sample-choice.tsx'
import { LogoField } from './logo-field.tsx'
import { sendLogo } from './own-logo.ts'
import { addToInquiry, newLink, sendInquiry, storeSentInquiry } from './inquiry-requests.ts'
import { useBasketCheck, useBasketFacts } from './basket-products.ts'
import { BasketLink, sharedBasket, useSharedLink, WhatsappButton } from './share-basket.tsx'

const labels = { name: 'Name', company: 'Company', email: 'Email', phone: 'Phone', message: 'Message' }
const messagePlaceholder = 'Tell us about your requirements, quantities needed, etc.'
const buttonLabels = { submit: 'Submit Inquiry', sending: 'Submitting...' }
const failed = {
  title: 'Error',
  description: 'Failed to submit inquiry. Please try again.',
  variant: 'destructive',
} as const

/** The basket's products and the form that sends them as one inquiry (product.md, section 2, Inquiry basket). */
export function BasketDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const site = useSite()
  const basket = useBasket()
  const store = useBasketStore()
  const [today] = useState(() => longDate(new Date()))
  useBasketCheck(opened)
  const facts = useBasketFacts(opened)
  const navigate = useNavigate()
  const details = useInquiryDetails()
  const { joins } = details
  const { data: company } = useOwnCompany(opened && joins === null)
  const isMember = typeof company?.since === 'string'
  const isShared = isMember && !details.isPrivate && joins === null
  const content = { ...inquiryOf(basket, details), ...(isShared && { isShared }) }
  const { wanted, box: sampleBox, clear: clearSamples } = useSampleChoice(joins === null ? basket : [])
  const samples = wanted.map(({ name }) => name)
  const inquiry = samples.length === 0 ? content : { ...content, samples }
  const delivery = useDelivery()
  const lineFor = (id: string) => inquiry.lines.find((line) => line.id === id)
  const pictured = basket.map((item) => {
    const { imageUrl: image_url, imageWidths: image_widths } = item
    const shades = shadesOf(
      { image_url, image_widths, ...facts.get(item.id) },
      lineFor(item.id)?.colours ?? [],
    )
    return { ...item, image: { image_url, image_widths, ...shades[0] }, shades }
  })
  useEffect(() => {
    if (opened) pruneLines(store.get())
  }, [opened, store])
  const columns = useRef<HTMLDivElement>(null)
  const [link, setLink] = useState(newLink)
  const attachOwnLogo = useOwnLogoSending()
  const view = (href: string) => ({ label: 'View inquiry', href, onPress: () => navigate(href) })

  /** The budget helper, which is closed mostly, sends nothing. */
  function isReady() {
    const wrong = columns.current?.querySelector<HTMLElement>('section [aria-invalid="true"]:not(details *)')
    wrong?.focus()
    return !wrong && (samples.length === 0 || delivery.check())
  }

  function clear() {
    const { lines, isOpen } = inquiryDetails()
    store.clear()
    changeInquiryDetails({ lines: {}, isOpen: false })
    return () => {
      for (const item of basket) store.add(item)
      changeInquiryDetails({ lines, isOpen })
    }
  }

  function finish() {
    store.clear()
    clearInquiryDetails()
    clearSamples()
    onClose()
  }

  const state = useLeadForm({
    rules: inquiryRules,
    mutation: sendInquiry(
      useBackend(),
      inquiry,
      link,
      samples.length === 0
        ? undefined
        : { ...delivery.delivery, items: wanted.map((item) => sampleOf(item, lineFor(item.id))) },
    ),
    isReady,
    done: ({ reference }) => ({
      title: 'Inquiry Submitted Successfully!',
      description: `We'll get back to you${withinClaim(claimsOf(site))}.`,
      ...(reference !== null && { fact: `Reference ${reference}` }),
      stays: true,
      action: view('/inquiry/sent'),
    }),
    failed,
    onSent(sent, sender) {
      const looks = pictured.map(({ image: { image_url, image_widths }, shades, budget }) => ({
        image_url,
        image_widths,
        shades,
        budget,
      }))
      storeSentInquiry({ ...sent, sender, inquiry, looks })
      attachOwnLogo(sent.link)
      setLink(newLink())
      finish()
    },
  })

  return (
    <Dialog opened={opened} onClose={onClose} size="60rem" title={`Inquiry Basket (${basket.length} items)`}>
      <div className="print-only">
        <p>{[site.name, ...phoneTexts(site), site.contact_email, today].filter(Boolean).join(', ')}</p>
        <InquiryFacts inquiry={inquiry} more={totalOf(inquiry.lines)} />
      </div>
      <div ref={columns} className={classes.columns}>
        {joins && <JoinedNote reference={joins.reference} />}
        <BasketList
          basket={pictured}
          onRemove={store.remove}
          onClear={clear}
          onLeave={onClose}
          about={({ id, name }) => {
            const line = lineFor(id)
            const colours = line?.colours ?? []
            const present = facts.get(id)
            return [
              ...(details.isOpen || colours.length === 0 ? [] : [`In ${coloursText(colours)}`]),
              ...(present === undefined || present.name === name ? [] : [`Now named ${present.name}.`]),
              ...lineHints(present ?? {}, { quantity: line?.quantity ?? null, colours }, inquiry.neededBy),
            ]
          }}
          onPaper={({ id }) => wantedText(lineFor(id))}
          fields={
            details.isOpen
              ? (item) => (
                  <LineFields product={item} details={details} colours={facts.get(item.id)?.colours} />
                )
              : undefined
          }
          mark={sampleBox}
          above={
            basket.length > 0 && (
              <BasketTools
                basket={basket}
                inquiry={inquiry}
                details={details}
                domain={isMember ? company.domain : null}
                onLeave={onClose}
              />
            )
          }
        >
          {basket.length > 0 && joins === null && (
            <>
              <InquiryFields details={details} canShare={isMember} places={company?.delivery_places} />
              {samples.length > 0 && (
                <>
                  <p>{chargeText(site.sample_charge)} We answer each request.</p>
                  <DeliveryFields form={delivery} />
                </>
              )}
              <BudgetHelper basket={basket} details={details} onLeave={onClose} />
            </>
          )}
        </BasketList>
        {joins ? (
          <AdditionForm
            joins={joins}
            inquiry={inquiry}
            isReady={isReady}
            action={view(`/inquiry/${joins.token}`)}
            onAdded={finish}
          />
        ) : (
          <LeadForm
            name="inquiry"
            state={state}
            labels={labels}
            messagePlaceholder={messagePlaceholder}
            buttonLabels={buttonLabels}
            isEmpty={basket.length === 0}
            className={classes.form}
            label="Your details"
          >
            <WhatsappButton inquiry={inquiry} />
          </LeadForm>
        )}
      </div>
    </Dialog>
  )
}

/** Sends the logo after its inquiry; where that fails, the inquiry is sent all the same, and a toast says so. */
function useOwnLogoSending() {
  const backend = useBackend()
  const toasts = useToasts()
  return function attach(token: string) {
    sendLogo(backend, token).catch((error: unknown) => {
      console.warn('The logo was not sent', error)
      toasts.show({
        title: 'Your logo was not sent',
        description: `Everything else was. ${errorMessage(error)}`,
        variant: 'destructive',
        stays: true,
        action: { label: 'Try Again', onPress: () => attach(token) },
      })
    })
  }
}

/** Which inquiry the basket is added to. */
function JoinedNote({ reference }: { readonly reference: string }) {
  return (
    <p className={`${classes.joins} no-print`}>
      <span>
        You are adding to your inquiry <strong>{reference}</strong>.
      </span>
      <Button variant="subtle" size="compact-sm" onClick={() => changeInquiryDetails({ joins: null })}>
        Send as a new inquiry
      </Button>
    </p>
  )
}

interface AdditionFormProps {
  readonly joins: { readonly token: string; readonly reference: string }
  readonly inquiry: InquiryContent
  readonly isReady: () => boolean
  readonly action: { readonly label: string; readonly href: string; readonly onPress: () => void }
  readonly onAdded: () => void
}

/** Adds the basket to an existing inquiry. */
function AdditionForm({ joins, inquiry: { lines }, isReady, action, onAdded }: AdditionFormProps) {
  const toasts = useToasts()
  const [message, setMessage] = useState('')
  const addition = useMutation(addToInquiry(useBackend(), joins.token, lines))
  const attachOwnLogo = useOwnLogoSending()

  function send() {
    addition.mutate(message, {
      onSuccess() {
        toasts.show({
          title: 'Added to your inquiry',
          fact: `Reference ${joins.reference}`,
          stays: true,
          action,
        })
        attachOwnLogo(joins.token)
        onAdded()
      },
    })
  }

  return (
    <PlainForm
      className={classes.form}
      aria-label="Addition"
      isSending={addition.isPending}
      // An invalid field above takes the focus itself.
      check={isReady}
      send={send}
    >
      <LogoField />
      <PlainField
        label="Message"
        lines={3}
        maxLength={4000}
        placeholder={messagePlaceholder}
        value={message}
        onChange={({ currentTarget }) => setMessage(currentTarget.value)}
      />
      <Button type="submit" size="md" disabled={addition.isPending || lines.length === 0}>
        {addition.isPending ? buttonLabels.sending : buttonLabels.submit}
      </Button>
    </PlainForm>
  )
}

/** Quantity, colours and note of a product, as on paper. */
function wantedText({ quantity = null, colours = [], note = '' }: Partial<InquiryLine> = {}) {
  const count = quantity === null ? '' : `Quantity ${quantity.toLocaleString('en-IN')}`
  return [count, coloursText(colours), note].filter(Boolean).join('\n')
}

interface BasketToolsProps {
  readonly basket: Basket
  readonly inquiry: InquiryContent
  readonly details: InquiryDetails
  /** Of the colleagues whom a member shares with; null of any other. */
  readonly domain: string | null
  readonly onLeave: () => void
}

/** Sharing, printing, and quantities, which are not sent while they are hidden. */
function BasketTools({ basket, inquiry, details, domain, onLeave }: BasketToolsProps) {
  const shortlist = sharedBasket(basket, inquiry, details)
  const { share, ...made } = useSharedLink(shortlist)
  const { isOpen } = details
  return (
    <>
      <BasketLink shortlist={shortlist} details={details} {...made} />
      <div className={`${classes.tools} no-print`}>
        <Button variant="default" size="sm" onClick={() => void share()}>
          Share basket
        </Button>
        {domain !== null && made.link && (
          <BasketForCompany
            key={made.link.address}
            address={made.link.address}
            products={shortlist.items.length}
            domain={domain}
          />
        )}
        <PrintButton />
        <CompareLink onLeave={onLeave} />
        <Button
          className={classes.quantities}
          variant="default"
          size="sm"
          aria-expanded={isOpen}
          onClick={() => changeInquiryDetails({ isOpen: !isOpen })}
        >
          {isOpen ? 'Send without quantities' : 'Add quantities'}
        </Button>
      </div>
    </>
  )
}
