import { Button, Checkbox, Group, Paper, SimpleGrid, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react'

import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { StaleNotice } from '../record/conflict-notice.tsx'
import { AddLine } from './add-line.tsx'
import { BuyerFields } from './buyer-fields.tsx'
import { givenFields } from '@giftwell/shared/quotations/buyer-details.ts'
import { lineNames, type QuotationSeller } from '@giftwell/shared/quotations/quotation.ts'
import { draftFigures, draftVersion, quotationSheet } from '@giftwell/shared/quotations/quotation-sheet.ts'
import {
  type Draft,
  type DraftLine,
  mostLines,
  otherDiscounts,
  readDraft,
  withMrp,
} from './quotation-draft.ts'
import classes from './quotation-editor.module.css'
import { GivenPanel } from './given-panel.tsx'
import { highestValues } from './gift-values.ts'
import { type LineActions, QuotationLineFields } from './quotation-line-fields.tsx'
import { InquiryPanel } from './inquiry-panel.tsx'
import { useSeesMargin } from '../staff/use-sees-margin.ts'
import { marginText, priceRemark } from './line-margin.ts'
import { isForPharma, QuotationHints, reasonsOfLine } from './quotation-hints.tsx'
import { QuotationPreview, RevisionChanges } from './quotation-preview.tsx'
import {
  changeQuotation,
  isSent,
  type OfferedPrices,
  type QuotationDetails,
  quotationQuery,
  type QuotationVersion,
  saveQuotation,
  type SentQuotation,
} from './quotation-requests.ts'
import { SendingProblems, SendDialog } from './quotation-dialogs.tsx'
import { undrawnSigns } from './pdf-fonts.ts'
import { useQuotationDraft } from './use-quotation-draft.ts'

interface QuotationEditorProps {
  readonly details: QuotationDetails
  readonly version: QuotationVersion
  readonly seller: QuotationSeller
  readonly onSent: (sent: SentQuotation) => void
  /** Called when its draft is gone; a quotation that was never sent is deleted with it. */
  readonly onDiscarded: () => void
}

/**
 * The draft of a quotation beside its preview (product.md, section 2, Quotations). No input is lost: a save over
 * another window's save asks, as does leaving.
 */
export function QuotationEditor(props: QuotationEditorProps) {
  const { details, version, seller, onSent, onDiscarded } = props
  const backend = useBackend()
  const toasts = useToasts()
  const platform = usePlatform()
  const { id, number } = details.quotation
  const { draft, saved, showsAll, isStale, isDirty, change, root, focusField } = useQuotationDraft(version)
  /** The prices of lines that were added since the draft was read. */
  const [added, setAdded] = useState<QuotationDetails['offered_prices']>({})
  const offered = useMemo(() => ({ ...added, ...details.offered_prices }), [added, details.offered_prices])
  const [isSending, setSending] = useState(false)
  const saving = useMutation(saveQuotation(backend, id))
  const hasEnded = useRef(false)
  const discarding = useMutation({
    ...changeQuotation(backend),
    onSuccess() {
      hasEnded.current = true
      onDiscarded()
    },
  })
  useUnsavedGuard({ isUnsaved: () => isDirty && !hasEnded.current })
  const { content, problems } = useMemo(() => readDraft(draft), [draft])
  const discounts = otherDiscounts(draft, { content })
  const shown = useDeferredValue(content)
  const shownDay = useDeferredValue(draft.valid_until)
  const { figures, lines: chosen } = useMemo(() => draftFigures(content, seller), [content, seller])
  const { revision } = version
  const drafted = useMemo(
    () => draftVersion(withMrp(shown, offered), seller, { number, revision, valid_until: shownDay }),
    [shown, offered, seller, number, revision, shownDay],
  )
  const sheet = useMemo(() => quotationSheet(drafted), [drafted])
  const before = details.versions.find(isSent)
  const undrawn = useMemo(() => undrawnSigns([JSON.stringify([shown, seller])]), [shown, seller])
  const names = lineNames(draft.lines)
  const showsPharma = useSite().pharma_hints !== false
  const isPharma = showsPharma && isForPharma(content, offered)
  const values = useMemo(
    () => (isPharma ? highestValues(content) : new Map<string, number>()),
    [isPharma, content],
  )

  const actions = useMemo<LineActions>(
    () => ({
      change: (line, values) => change({ kind: 'line typed', id: line, values }),
      move: (line, by) => change({ kind: 'line moved', id: line, by }),
      remove(line, index) {
        change({ kind: 'line removed', id: line.id })
        const onPress = () => change({ kind: 'line put back', line, index })
        toasts.show({ title: `${line.name || 'Line'} removed`, action: { label: 'Undo', onPress } })
      },
    }),
    [change, toasts],
  )

  function add(line: DraftLine, prices?: OfferedPrices) {
    if (prices !== undefined) setAdded((before) => ({ ...before, [line.id]: prices }))
    change({ kind: 'line added', line })
  }

  /** Saves, and gives how often it is saved then; null where it was refused, which is shown. */
  async function save(over = saved.saves): Promise<number | null> {
    if (problems.size > 0) {
      change({ kind: 'refused' })
      return null
    }
    try {
      const { valid_until } = draft
      const saves = await saving.mutateAsync({ content, valid_until, saves: over })
      change({ kind: 'saved', draft, saves })
      return saves
    } catch (error) {
      // Any other failure has shown its toast.
      if (error instanceof AppError && error.kind === 'stale') change({ kind: 'overtaken' })
      return null
    }
  }
  const savingOnce = useSubmitOnce(async () => {
    if ((await save()) !== null) toasts.show({ title: 'Draft saved' })
  })

  /** What another window has saved. */
  const latest = async () =>
    (await readAgain.refetch()).data?.versions.find(({ sent_at: sentAt }) => sentAt === null)
  const readAgain = useQuery({ ...quotationQuery(backend, id), enabled: false })
  async function overwrite() {
    const theirs = await latest()
    if (theirs !== undefined) await save(theirs.saves)
  }
  async function takeTheirs() {
    const theirs = await latest()
    if (theirs !== undefined) change({ kind: 'read again', version: theirs })
  }

  async function discard() {
    if (await platform.confirm('Discard this draft? It cannot be restored.', { action: 'Discard' }))
      discarding.mutate((rest) => rest.rpc('discard_quotation_draft', { quotation: id }))
  }

  const set = (values: Partial<Draft>) => change({ kind: 'typed', values })
  const errorOf = (field: string) => (showsAll ? problems.get(field) : undefined)
  const seesMargin = useSeesMargin()
  const margin = seesMargin ? marginText(content, offered) : null
  const products = content.lines.filter(({ product_id: product }) => product !== null)
  const known = products.filter((line) => offered[line.id]?.mrp_paise).length

  return (
    // A shortcut for moving between fields.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={root}
      noValidate
      aria-label="Draft"
      onKeyDown={moveInColumn}
      onSubmit={(event) => {
        event.preventDefault()
        void savingOnce.run()
      }}
    >
      {isStale && (
        <Paper withBorder radius="lg" p="md" mb={16}>
          <StaleNotice
            who="window"
            one="draft"
            onSave={() => void overwrite()}
            onTakeTheirs={() => void takeTheirs()}
          />
        </Paper>
      )}
      <div className={classes.columns}>
        <Stack gap={16}>
          <Paper component="fieldset" withBorder radius="lg" className="titled" px={20} py={16}>
            <Text component="legend" inherit px={2} mb={10}>
              Lines
            </Text>
            <ul>
              {draft.lines.map((line, index) => {
                const at = chosen.findIndex((each) => each.id === line.id)
                const priced = content.lines[index]
                const remark = priced && priceRemark(priced, offered, figures, seesMargin)
                const isPriced = priced?.quantities[0]?.price_paise != null
                return (
                  <QuotationLineFields
                    key={line.id}
                    line={line}
                    index={index}
                    name={names[index] ?? ''}
                    offered={offered[line.id]}
                    showsAll={showsAll}
                    remark={remark?.text ?? ''}
                    isLoss={remark?.isLoss === true}
                    total={isPriced ? figures.lines[at]?.total : undefined}
                    perGift={isPriced ? figures.lines[at]?.per_gift : undefined}
                    pharmaReasons={
                      isPharma && priced ? reasonsOfLine(priced, offered, values).join(', ') : ''
                    }
                    actions={actions}
                  />
                )
              })}
            </ul>
            {draft.lines.length < mostLines ? (
              <AddLine onAdd={add} />
            ) : (
              <Text c="dimmed" fz="sm" mt={8}>
                A quotation may have at most {mostLines} lines.
              </Text>
            )}
          </Paper>
          <Paper component="fieldset" withBorder radius="lg" className="titled" px={20} py={16}>
            <Text component="legend" inherit px={2} mb={10}>
              Terms
            </Text>
            <SimpleGrid minColWidth={200} autoFlow="auto-fit" spacing={12}>
              <TextInput
                size="sm"
                label="Discount"
                description="As 7 %, or in rupees before tax"
                data-field="discount"
                autoComplete="off"
                value={draft.discount}
                error={problems.get('discount')}
                onChange={({ currentTarget: { value } }) => set({ discount: value })}
              />
              <TextInput
                size="sm"
                type="date"
                label="Valid until"
                description="To the end of that day in India"
                data-field="valid_until"
                value={draft.valid_until}
                error={errorOf('valid_until')}
                onChange={({ currentTarget: { value } }) => set({ valid_until: value })}
              />
            </SimpleGrid>
            <TextInput
              size="sm"
              mt={12}
              label="Reason for the price"
              description="For a price below cost or a discount above the limit. Buyers do not see it."
              data-field="price_reason"
              autoComplete="off"
              value={draft.price_reason}
              error={errorOf('price_reason')}
              onChange={({ currentTarget: { value } }) => set({ price_reason: value })}
            />
            {discounts !== null && (
              <Stack gap={6} mt={8} align="start">
                <Text fz="sm" c="dimmed">
                  The buyer could choose less and still get the whole discount. A percentage, or a price at
                  each quantity, applies to every choice.
                </Text>
                <Group gap={4}>
                  <Button
                    variant="default"
                    size="compact-xs"
                    onClick={() => set({ discount: discounts.percent })}
                  >
                    Use {discounts.percent}
                  </Button>
                  <Button variant="default" size="compact-xs" onClick={() => set(discounts.prices)}>
                    Lower the price at each quantity
                  </Button>
                </Group>
              </Stack>
            )}
            <Checkbox
              mt={12}
              label="Print the MRP"
              description={`The MRP on the day the quotation is sent. It is known for ${known} of ${products.length} products.`}
              checked={draft.prints_mrp}
              onChange={({ currentTarget: { checked } }) => set({ prints_mrp: checked })}
            />
            <Textarea
              size="sm"
              mt={12}
              label="Message"
              rows={3}
              value={draft.message}
              error={errorOf('message')}
              onChange={({ currentTarget: { value } }) => set({ message: value })}
            />
            <Textarea
              size="sm"
              mt={12}
              label="Terms of this quotation"
              rows={4}
              value={draft.terms}
              error={errorOf('terms')}
              onChange={({ currentTarget: { value } }) => set({ terms: value })}
            />
          </Paper>
          <BuyerFields
            buyer={draft.buyer}
            read={content.buyer}
            seller={seller}
            isForPharma={isForPharma(content, offered)}
            errorOf={errorOf}
            onChange={(values) => change({ kind: 'buyer typed', values })}
          />
        </Stack>
        <Stack gap={16} className={classes.beside}>
          <InquiryPanel details={details} />
          <GivenPanel
            given={details.given}
            place={drafted.frozen.place}
            onTake={(given) => change({ kind: 'buyer typed', values: givenFields(given) })}
          />
          {before !== undefined && number !== null && (
            <RevisionChanges before={{ ...before, number }} after={drafted} />
          )}
          <SendingProblems
            content={content}
            validUntil={draft.valid_until}
            isReadable={problems.size === 0}
            onOpen={focusField}
          />
          <Paper component="section" withBorder radius="lg" p="lg" aria-label="Preview">
            <QuotationPreview sheet={sheet} />
            {undrawn.length > 0 && (
              <Text role="note" fz="sm" mt={12}>
                The PDF cannot draw {undrawn.join(', ')} and shows a box instead.
              </Text>
            )}
          </Paper>
          <QuotationHints content={shown} seller={seller} offered={offered} showsPharma={showsPharma} />
        </Stack>
      </div>
      <div className={`${classes.foot} line-above`}>
        <Text className="tabular">
          <strong>{rupees(figures.total)}</strong>
          {figures.per_gift !== null && ` · ${rupees(figures.per_gift)} per gift, all in`}
          {margin !== null && (
            <Text component="span" c="dimmed" fz="sm">
              {' '}
              · margin {margin}
            </Text>
          )}
        </Text>
        <Group gap={8}>
          <Button variant="subtle" color="brick" onClick={() => void discard()}>
            Discard draft
          </Button>
          <Button type="submit" variant="default" loading={savingOnce.isRunning}>
            Save draft
          </Button>
          <Button onClick={() => setSending(true)}>Send quotation</Button>
        </Group>
      </div>
      <SendDialog
        opened={isSending}
        quotation={id}
        email={content.buyer.email}
        save={async () => (isDirty ? save() : saved.saves)}
        onSent={onSent}
        onClose={() => setSending(false)}
      />
    </form>
  )
}

/** Enter and the arrow keys move between the fields of a column, as in a spreadsheet. */
function moveInColumn(event: KeyboardEvent<HTMLFormElement>) {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLInputElement) || !['Enter', 'ArrowDown', 'ArrowUp'].includes(key)) return
  const { column } = target.dataset
  if (column === undefined || event.nativeEvent.isComposing) return
  event.preventDefault()
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(`[data-column="${column}"]`)]
  const next = fields[fields.indexOf(target) + (key === 'ArrowUp' || event.shiftKey ? -1 : 1)]
  next?.focus()
  next?.select()
}
