import { Button, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { RestRequest } from '@giftwell/shared/kernel/rest-request.ts'
import { dayText } from '@giftwell/shared/quotations/format.ts'
import {
  type QuotationChoice,
  type QuotationContent,
  quotationName,
  type QuotationState,
} from '@giftwell/shared/quotations/quotation.ts'
import { newSeller, sellerProfile } from '@giftwell/shared/settings/seller-profile.ts'
import { siteDetailsQuery } from '@giftwell/shared/settings/site-queries.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { ListState } from '../list/list-card.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { ActionDialog, type Asked, LinkDialog } from './quotation-dialogs.tsx'
import { QuotationEditor } from './quotation-editor.tsx'
import classes from './quotation-editor.module.css'
import { QuotationHistory } from './quotation-history.tsx'
import { QuotationPdfButton } from './quotation-pdf-button.tsx'
import { QuotationPreview } from './quotation-preview.tsx'
import {
  changeQuotation,
  type QuotationDetails,
  quotationQuery,
  quotationStates,
  type QuotationVersion,
  type Seller,
  type SentQuotation,
} from './quotation-requests.ts'

/** Milliseconds between reads of what the buyer does, while the screen is shown. */
const pollMs = 15_000

/** A quotation: its draft, or what was sent, and what is done with it (product.md, section 2, Quotations). */
export function QuotationScreen({ id }: { readonly id: string }) {
  const details = useQuery({ ...quotationQuery(useBackend(), id), refetchInterval: pollMs })
  const seller = useSeller()
  if (details.data === undefined || seller === undefined)
    return (
      <>
        <ScreenHead title="Quotation" />
        <ListState list={details} />
      </>
    )
  return <OpenQuotation details={details.data} seller={seller} />
}

/** The seller as the next quotation shows it; undefined while it is read. */
function useSeller(): Seller | undefined {
  const backend = useBackend()
  const { name } = useSite()
  const { data: rows } = useQuery(sellerProfile.list(backend))
  const { data: site } = useQuery(siteDetailsQuery(backend))
  return useMemo(() => {
    if (rows === undefined) return undefined
    const profile = rows[0]
    return {
      ...noSeller,
      ...profile,
      legal_name: profile?.legal_name ?? site?.name ?? name,
      address: profile?.address ?? site?.contact_address ?? null,
    }
  }, [rows, site, name])
}

const noSeller: Omit<Seller, 'legal_name' | 'address'> = {
  gstin: null,
  state: null,
  is_composition: newSeller.is_composition,
  bank_details: null,
  credit_note: null,
  rounds_off: newSeller.rounds_off,
}

interface OpenQuotationProps {
  readonly details: QuotationDetails
  readonly seller: Seller
}

function OpenQuotation({ details, seller }: OpenQuotationProps) {
  const { quotation, lead, versions } = details
  const navigate = useNavigate()
  const [link, setLink] = useState<{ readonly token: string; readonly number: string }>()
  const toasts = useToasts()
  const draft = versions.find(({ sent_at: sentAt }) => sentAt === null)
  const sent = versions.find(({ sent_at: sentAt }) => sentAt !== null)
  const current = draft ?? sent
  const state = quotation.state === 'sent' && sent?.is_expired ? 'expired' : quotation.state
  const numberOf = (version: QuotationVersion | undefined) =>
    quotation.number === null || version === undefined
      ? undefined
      : quotationName(quotation.number, version.revision)
  const number = numberOf(current)

  function onSent({ number: given, revision, token }: SentQuotation) {
    const whole = quotationName(given, revision)
    if (token === null) toasts.show({ title: `Quotation ${whole} sent` })
    else setLink({ token, number: whole })
  }

  if (current === undefined) return <ScreenHead title="Quotation" />
  return (
    <>
      <ScreenHead
        title={`Quotation ${number ?? 'draft'}`}
        subtitle={[current.content.buyer.company, stateText(state, sent)].filter(Boolean).join(' · ')}
      >
        {lead !== null && (
          <Button component={Link} to={`/admin/leads/${lead.id}`} variant="subtle" size="sm" px={12}>
            Lead {lead.reference}
          </Button>
        )}
        <QuotationPdfButton details={details} />
        <QuotationActions
          details={details}
          state={state}
          sent={sent}
          onLink={(token) => setLink({ token, number: numberOf(sent) ?? '' })}
        />
      </ScreenHead>
      <Stack gap={16}>
        {draft !== undefined && sent !== undefined && (
          <Text c="dimmed">
            {numberOf(sent)} stays valid until this revision is sent. Its link then says that it was replaced.
          </Text>
        )}
        {draft !== undefined ? (
          <QuotationEditor
            key={draft.id}
            details={details}
            version={draft}
            seller={seller}
            number={number}
            onSent={onSent}
            onDiscarded={() => {
              if (sent === undefined)
                void navigate(lead === null ? '/admin/quotations' : `/admin/leads/${lead.id}`)
            }}
          />
        ) : (
          sent !== undefined && (
            <div className={classes.columns}>
              <Paper component="section" withBorder radius="lg" p="lg" aria-label="Quotation">
                <SentVersion version={sent} seller={seller} number={number} />
              </Paper>
              <QuotationHistory details={details} />
            </div>
          )
        )}
        {draft !== undefined && quotation.number !== null && <QuotationHistory details={details} />}
        <FormerVersions
          versions={versions.filter((version) => version !== current && version.sent_at !== null)}
          seller={seller}
          numberOf={numberOf}
        />
      </Stack>
      {link !== undefined && (
        <LinkDialog
          token={link.token}
          number={link.number}
          phone={current.content.buyer.phone}
          onClose={() => setLink(undefined)}
        />
      )}
    </>
  )
}

function stateText(state: QuotationState, sent: QuotationVersion | undefined): string {
  const name = quotationStates[state]
  if (sent === undefined) return name
  if (sent.accepted !== null && state === 'accepted') return `Accepted by ${sent.accepted.name}`
  return state === 'sent' || state === 'expired' ? `${name}, valid until ${dayText(sent.valid_until)}` : name
}

interface SentVersionProps {
  readonly version: QuotationVersion
  readonly seller: Seller
  readonly number: string | undefined
}

/** A version that was sent, with the seller as it was then, and as it was accepted. */
function SentVersion({ version, seller, number }: SentVersionProps) {
  return (
    <QuotationPreview
      content={version.content}
      validUntil={version.valid_until}
      seller={version.frozen?.seller ?? seller}
      number={number}
      choice={version.accepted?.choice}
    />
  )
}

interface FormerVersionsProps {
  readonly versions: readonly QuotationVersion[]
  readonly seller: Seller
  readonly numberOf: (version: QuotationVersion) => string | undefined
}

/** Earlier revisions as they were sent. */
function FormerVersions({ versions, seller, numberOf }: FormerVersionsProps) {
  return versions.map((version) => (
    <Paper key={version.id} component="details" withBorder radius="lg" p="md">
      <Text component="summary" fw={600} fz="sm">
        {numberOf(version)}
      </Text>
      <SentVersion version={version} seller={seller} number={numberOf(version)} />
    </Paper>
  ))
}

interface QuotationActionsProps {
  readonly details: QuotationDetails
  readonly state: QuotationState
  readonly sent: QuotationVersion | undefined
  readonly onLink: (token: string) => void
}

/** What each state allows; the database refuses the rest. */
const allowed: Readonly<Record<string, readonly QuotationState[]>> = {
  revise: ['sent', 'expired', 'change_asked', 'declined'],
  extend: ['sent', 'expired', 'change_asked'],
  link: ['sent', 'expired', 'accepted', 'declined', 'change_asked'],
  close: ['sent', 'expired', 'change_asked', 'declined'],
  reopen: ['accepted', 'declined'],
}

/** The buttons that a quotation's state allows, and what they ask. */
function QuotationActions({ details, state, sent, onLink }: QuotationActionsProps) {
  const { quotation, versions } = details
  const { id } = quotation
  const navigate = useNavigate()
  const toasts = useToasts()
  const [asked, setAsked] = useState<Asked>()
  const [choice, setChoice] = useState<QuotationChoice>(noChoice)
  const changing = useMutation(changeQuotation<unknown>(useBackend()))
  const run = (request: RestRequest<unknown>) => changing.mutateAsync(request)
  const may = (action: keyof typeof allowed) => allowed[action]?.includes(state) === true
  const hasDraft = versions.some(({ sent_at: sentAt }) => sentAt === null)
  const button = (name: string, press: () => void) => (
    <Button variant="default" size="sm" disabled={changing.isPending} onClick={press}>
      {name}
    </Button>
  )
  /** The toast of the mutation says what has failed. */
  const runNow = (request: RestRequest<unknown>, then?: (data: unknown) => void) =>
    void run(request).then(then, () => undefined)

  return (
    <>
      {may('revise') &&
        !hasDraft &&
        button('Revise', () => runNow((rest) => rest.rpc('revise_quotation', { quotation: id })))}
      {sent !== undefined &&
        may('link') &&
        button('Copy link', () =>
          runNow(
            (rest) => rest.rpc('link_quotation', { quotation: id }),
            (token) => onLink(String(token)),
          ),
        )}
      {may('extend') &&
        button('Extend', () =>
          setAsked({
            title: 'Extend',
            intro: 'The buyer’s link stays the same.',
            fields: [
              { name: 'until', label: 'New last day', type: 'date', initial: sent?.valid_until ?? '' },
            ],
            run: ({ until = '' }) =>
              run((rest) => rest.rpc('extend_quotation', { quotation: id, valid_until: until })),
          }),
        )}
      {may('close') &&
        button('Accept for the buyer', () => {
          setChoice(noChoice)
          setAsked({
            title: 'Accept for the buyer',
            intro: 'For an order that came by other means. It is recorded as yours, with the note.',
            fields: [
              { name: 'name', label: 'Who accepted', initial: sent?.content.buyer.name ?? '' },
              { name: 'note', label: 'Note', type: 'long' },
            ],
            run: () => Promise.resolve(),
          })
        })}
      {may('close') &&
        button('Withdraw quotation', () =>
          setAsked({
            title: 'Withdraw quotation',
            intro: 'Its link then says that it was withdrawn, and shows nothing of it.',
            fields: [{ name: 'reason', label: 'Reason', type: 'long', isOptional: true }],
            run: ({ reason = '' }) =>
              run((rest) => rest.rpc('withdraw_quotation', { quotation: id, reason })),
          }),
        )}
      {may('reopen') &&
        button('Reopen', () =>
          setAsked({
            title: 'Reopen',
            intro: 'The buyer gets an e-mail, and can decide again. The history keeps both.',
            fields: [{ name: 'reason', label: 'Reason', type: 'long' }],
            run: ({ reason = '' }) => run((rest) => rest.rpc('reopen_quotation', { quotation: id, reason })),
          }),
        )}
      {sent !== undefined &&
        button('End all links', () =>
          runNow(
            (rest) => rest.rpc('end_quotation_links', { quotation: id }),
            () => toasts.show({ title: 'Links that were sent open nothing any more' }),
          ),
        )}
      {button('Duplicate quotation', () =>
        runNow(
          (rest) => rest.rpc('duplicate_quotation', { quotation: id }),
          (copy) => void navigate(`/admin/quotations/${String(copy)}`),
        ),
      )}
      {asked !== undefined && (
        <ActionDialog
          asked={
            asked.title === 'Accept for the buyer'
              ? {
                  ...asked,
                  children: sent && (
                    <ChoiceFields content={sent.content} choice={choice} onChange={setChoice} />
                  ),
                  run: ({ name = '', note = '' }) =>
                    run((rest) =>
                      rest.rpc('accept_quotation_for_buyer', {
                        quotation: id,
                        choice: { quantities: { ...choice.quantities }, options: { ...choice.options } },
                        name,
                        note,
                      }),
                    ),
                }
              : asked
          }
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

const noChoice: QuotationChoice = { quantities: {}, options: {} }

interface ChoiceFieldsProps {
  readonly content: QuotationContent
  readonly choice: QuotationChoice
  readonly onChange: (choice: QuotationChoice) => void
}

/** What the buyer chose of options and quantities. */
function ChoiceFields({ content: { lines }, choice, onChange }: ChoiceFieldsProps) {
  const options = new Set(lines.flatMap(({ option }) => option ?? []))
  return (
    <>
      {[...options].map((option) => (
        <NativeSelect
          key={option}
          label={option}
          value={choice.options[option] ?? ''}
          data={lines
            .filter((line) => line.option === option)
            .map(({ id, name, colour }) => ({ value: id, label: colour ? `${name} in ${colour}` : name }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...choice, options: { ...choice.options, [option]: value } })
          }
        />
      ))}
      {lines
        .filter(({ quantities }) => quantities.length > 1)
        .map(({ id, name, quantities }) => (
          <NativeSelect
            key={id}
            label={`Quantity of ${name}`}
            value={String(choice.quantities[id] ?? 0)}
            data={quantities.map(({ quantity }, index) => ({
              value: String(index),
              label: quantity.toLocaleString('en-IN'),
            }))}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...choice, quantities: { ...choice.quantities, [id]: Number(value) } })
            }
          />
        ))}
    </>
  )
}
