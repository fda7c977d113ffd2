import { Box, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { z } from 'zod'

import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted, plural } from '@giftwell/shared/kernel/counted.ts'
import { DataCopy, dataText, useSaveCopy } from '@giftwell/shared/legal/data-copy.tsx'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { dayText, dayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { mailLink } from '../leads/lead-links.ts'
import { ListState } from '../list/list-card.tsx'
import { useFieldValue } from '../record/fields.tsx'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import {
  closingRequest,
  dueText,
  type ErasedCounts,
  erasingPerson,
  personDataQuery,
  type PrivacyRequest,
  requestKinds,
} from './privacy-requests.ts'

/** The placeholder of an erased address. */
const erased = 'erased'

const answerForm = z
  .object({ answer: z.string().trim(), state: z.string() })
  .refine(({ answer, state }) => state !== 'refused' || answer !== '', {
    path: ['answer'],
    message: 'A refusal needs an answer',
  })

interface PersonDialogProps {
  readonly email: string
  /** Without one, only the data is shown. */
  readonly request?: PrivacyRequest
  readonly onClose: () => void
}

/** A person's request with its answer, and the address's data to copy or erase. */
export function PersonDialog({ email, request, onClose }: PersonDialogProps) {
  const close = useMutation(closingRequest(useBackend()))
  const [isErased, setErased] = useState(false)
  const { form, isSending, onSubmit } = useRulesForm({
    rules: answerForm,
    initial: { answer: '', state: 'done' },
    async send(values) {
      if (request === undefined) return
      // A failure is shown below.
      await close.mutateAsync({ id: request.id, ...values })
      entry.leave(onClose)
    },
  })
  const answer = useFieldValue(form, 'answer')
  const entry = useDialogEntry({
    opened: true,
    isBusy: isSending,
    isUnsaved: () => answer.trim() !== '' && !isErased,
    onClose,
  })
  const kind = request && requestKinds[request.kind as keyof typeof requestKinds] // a constraint allows no other
  return (
    <Dialog
      opened
      onClose={entry.close}
      title={kind === undefined ? `Data of ${email}` : `${kind}, ${email}`}
      size="720px"
    >
      <Stack gap={16}>
        {request && (
          <Text c="dimmed">
            Received on {dayText(dayInIndia(request.created_at))}
            {request.state === 'open' ? `, ${dueText(request.due_on)} (${dayText(request.due_on)}).` : '.'}
          </Text>
        )}
        {request?.text != null && <Text className="typed-text">{request.text}</Text>}
        {request?.answer != null && (
          <div>
            <Text fw={600}>Answer</Text>
            <Text className="typed-text">{request.answer}</Text>
          </div>
        )}
        {email !== erased && (
          <PersonData email={email} isShown={request === undefined} onErased={() => setErased(true)} />
        )}
        {request?.state === 'open' && (
          <form noValidate onSubmit={onSubmit}>
            <Stack gap={12} className="line-above" pt={16}>
              <Textarea
                key={form.key('answer')}
                label="Answer"
                description={
                  isErased
                    ? 'The erasure has closed the request. Tell the person by your own e-mail.'
                    : 'Your answer is stored with the request. Send it to the person by your own e-mail.'
                }
                rows={4}
                maxLength={2000}
                resize="vertical"
                {...form.getInputProps('answer')}
              />
              {!isErased && (
                <NativeSelect
                  key={form.key('state')}
                  label="Outcome"
                  data={[
                    { value: 'done', label: 'Done' },
                    { value: 'refused', label: 'Refused' },
                  ]}
                  {...form.getInputProps('state')}
                />
              )}
              {close.isError && (
                <Text role="alert" c="var(--mantine-color-error)">
                  {errorMessage(close.error)}
                </Text>
              )}
              <Group gap={8}>
                {!isErased && (
                  <Button type="submit" loading={isSending}>
                    Close request
                  </Button>
                )}
                <Button
                  component="a"
                  variant="default"
                  href={`${mailLink(email)}?subject=${encodeURIComponent('Your request about your data')}&body=${encodeURIComponent(answer.slice(0, 1200))}`}
                >
                  Answer by e-mail
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Stack>
    </Dialog>
  )
}

/** An address's data, as text and JSON, and its erasure with a count beforehand. */
function PersonData(props: {
  readonly email: string
  readonly isShown: boolean
  readonly onErased: () => void
}) {
  const { email, isShown, onErased } = props
  const backend = useBackend()
  const save = useSaveCopy()
  const [isOpen, setOpen] = useState(isShown)
  const data = useQuery({ ...personDataQuery(backend, email), enabled: isOpen })
  const { copy, copied, error } = useClipboard({ timeout: 2000 })
  const [lastCopied, setLastCopied] = useState('')
  function copyAs(kind: string, text: string) {
    setLastCopied(kind)
    copy(text)
  }
  const copyLabel = (kind: string) =>
    lastCopied === kind && (copied || error) ? (copied ? 'Copied' : 'Could not copy') : `Copy as ${kind}`
  const stored = isOpen ? data.data : undefined
  return (
    <Stack gap={12}>
      {!isOpen && (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            Show data
          </Button>
        </Group>
      )}
      {isOpen && data.data === undefined && <ListState list={data} />}
      {stored !== undefined && (
        <>
          {/* Scrollable regions must be reachable by keyboard. */}
          <Box
            component="section"
            className="typed-text"
            mah={320}
            px={14}
            py={12}
            bd="1px solid var(--gw-hairline)"
            bdrs="md"
            bg="var(--gw-sunken)"
            fz="sm"
            lh={1.5}
            style={{ overflow: 'auto' }}
            aria-label="Stored data"
            tabIndex={0}
          >
            <DataCopy data={stored} heading="h3" />
          </Box>
          <Group gap={8} aria-live="polite">
            <Button variant="default" size="sm" onClick={() => copyAs('text', dataText(stored))}>
              {copyLabel('text')}
            </Button>
            <Button
              variant="default"
              size="sm"
              onClick={() => copyAs('JSON', JSON.stringify(stored, null, 2))}
            >
              {copyLabel('JSON')}
            </Button>
            <Button variant="default" size="sm" onClick={() => void save('personal-data', stored)}>
              Download JSON
            </Button>
          </Group>
        </>
      )}
      <Erasure
        email={email}
        onErased={() => {
          setOpen(false)
          onErased()
        }}
      />
    </Stack>
  )
}

/** Counts the records to erase, and erases them on a second press. */
function Erasure({ email, onErased }: { readonly email: string; readonly onErased: () => void }) {
  const erase = useMutation(erasingPerson(useBackend()))
  const [counts, setCounts] = useState<ErasedCounts>()
  const [isDone, setDone] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  async function run(isDryRun: boolean) {
    try {
      setCounts(await erase.mutateAsync({ email, dry_run: isDryRun }))
    } catch {
      return // shown below
    }
    // The button that was pressed goes.
    focusElement(group.current)
    setDone(!isDryRun)
    if (!isDryRun) onErased()
  }
  return (
    <Stack gap={8} ref={group} role="group" aria-label="Erasure">
      {counts && (
        <Text role="status" fw={550}>
          {isDone ? 'Erased: ' : 'Would be erased: '}
          {countsText(counts)}
        </Text>
      )}
      {erase.isError && (
        <Text role="alert" c="var(--mantine-color-error)">
          {errorMessage(erase.error)}
        </Text>
      )}
      {!isDone && (
        <Group gap={8}>
          {counts === undefined ? (
            <Button variant="default" loading={erase.isPending} onClick={() => void run(true)}>
              Erase
            </Button>
          ) : (
            <>
              <Button color="brick" loading={erase.isPending} onClick={() => void run(false)}>
                Erase for good
              </Button>
              <Button
                variant="default"
                disabled={erase.isPending}
                onClick={() => {
                  focusElement(group.current)
                  setCounts(undefined)
                }}
              >
                Cancel
              </Button>
            </>
          )}
        </Group>
      )}
      {counts && !isDone && (
        <Text c="dimmed" size="sm">
          This cannot be undone. Counts and products of inquiries stay without the person.
        </Text>
      )}
    </Stack>
  )
}

const sentence = (key: string) => key.replaceAll('_', ' ')

/** The names of counts, singular and plural. */
const countedAs: Readonly<Record<string, readonly [one: string, many?: string]>> = {
  leads: ['lead'],
  quotations: ['quotation'],
  approvals: ['approval of a quotation', 'approvals of quotations'],
  emails: ['e-mail'],
  accounts: ['account'],
  favourites: ['favourite'],
  views: ['view of a list', 'views of lists'],
  sign_ins: ['sign-in'],
  requests: ['request'],
}

/** The counts of an erasure as a list, with the remaining copies apart. */
export function countsText({ kept = 0, kept_paise: paise, ...counts }: ErasedCounts): string {
  const erased = { ...counts, quotations: (counts['quotations'] ?? 0) - kept }
  const parts = Object.entries(erased).flatMap(([name, count]) =>
    count > 0 ? [counted(count, ...(countedAs[name] ?? [sentence(name), sentence(name)]))] : [],
  )
  const stays =
    kept > 0
      ? ` As legal copies ${counted(kept, 'accepted quotation', 'accepted quotations')}${paise === undefined ? '' : ` of ${rupees(paise)}`} ${plural(kept, 'stays', 'stay')}.`
      : ''
  return `${parts.join(', ') || (kept > 0 ? 'nothing' : 'nothing is stored of this address')}.${stays}`
}
