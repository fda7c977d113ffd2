import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Paper } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQueryClient, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'

import { AppError, errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { internationalNumber } from '@giftwell/shared/kernel/phones.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import { CopyButton } from '../screen/buttons.tsx'
import {
  changeQuotation,
  readAgain,
  type SentQuotation,
  problemsQuery,
  type QuotationVersion,
} from './quotation-requests.ts'

interface SendDialogProps {
  readonly opened: boolean
  readonly quotation: string
  readonly email: string
  /** Saves the draft, and returns its save count; null if the save was rejected. */
  readonly save: () => Promise<number | null>
  readonly onSent: (sent: SentQuotation) => void
  readonly onClose: () => void
}

/**
 * Sends a draft by e-mail, or gives its link for another way. The same press again, also in another window, sends nothing
 * twice. Where a product's GST rate has changed since, it asks whether the rates are right.
 */
export function SendDialog({ opened, quotation, email, save, onSent, onClose }: SendDialogProps) {
  const client = useQueryClient()
  // The quotation is read again once this dialog is left, since it goes with the draft.
  const { onSettled: _onSettled, ...change } = changeQuotation<unknown>(useBackend())
  const sending = useMutation({ ...change, meta: {} })
  const [by, setBy] = useState('email')
  const [hasChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [asksForRates, setAsksForRates] = useState(false)
  const running = useSubmitOnce(submit)
  const { leave, close } = useDialogEntry({ opened, isBusy: running.isRunning, onClose })
  async function submit() {
    const saves = await save()
    if (saves === null) return leave(onClose)
    try {
      const sent = await sending.mutateAsync((rest) =>
        rest.rpc('send_quotation', { quotation, saves, mails: by === 'email', rates_checked: hasChecked }),
      )
      leave(() => {
        onClose()
        onSent(sent as SentQuotation) // the function promises this shape
        void readAgain(client)
      })
    } catch (error) {
      void readAgain(client)
      setProblem(errorMessage(error))
      if (error instanceof AppError && recordOf(error.cause)['hint'] === 'rates_checked')
        setAsksForRates(true)
    }
  }
  return (
    <Dialog opened={opened} onClose={close} title="Send quotation" size="480px">
      <Stack gap={14}>
        <NativeSelect
          label="How it is sent"
          data-autofocus
          value={by}
          data={[
            { value: 'email', label: `By e-mail${email === '' ? '' : ` to ${email}`}` },
            { value: 'link', label: 'Make a link only; I will send it' },
          ]}
          onChange={({ currentTarget: { value } }) => setBy(value)}
        />
        {problem !== undefined && (
          <Text role="alert" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        {asksForRates && (
          <Checkbox
            label="The GST rates of this quotation are right"
            checked={hasChecked}
            onChange={({ currentTarget: { checked } }) => setChecked(checked)}
          />
        )}
        <Group gap={8}>
          <Button loading={running.isRunning} onClick={() => void running.run()}>
            Send
          </Button>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface LinkDialogProps {
  readonly token: string
  readonly number: string
  readonly phone: string
  readonly onClose: () => void
}

/** The link of a quotation's buyer, to copy or to send on WhatsApp. It is shown once, since only its hash is stored. */
export function LinkDialog({ token, number, phone, onClose }: LinkDialogProps) {
  const { siteOrigin } = usePlatform()
  const { close } = useDialogEntry({ opened: true, onClose })
  const link = `${siteOrigin}/q/${token}`
  const dialled = internationalNumber(phone)
  const text = `Our quotation ${number}: ${link}`
  return (
    <Dialog opened onClose={close} title={`Link to ${number}`} size="520px">
      <Stack gap={14}>
        <TextInput
          label="Link"
          description="Anyone with this link can answer for the buyer. It is not shown again."
          readOnly
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group gap={8}>
          <CopyButton data-autofocus text={link} />
          <Button
            component="a"
            variant="default"
            href={`https://wa.me/${dialled ?? ''}?text=${encodeURIComponent(text)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            Send on WhatsApp
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** How long a draft rests before the database is asked what blocks sending it. */
const debounceMs = 400

/** Sentences may take several lines. */
const looks = {
  variant: 'subtle',
  size: 'compact-sm',
  h: 'auto',
  py: 4,
  styles: { label: { whiteSpace: 'normal', textAlign: 'start' } },
} as const

interface SendingProblemsProps {
  readonly validUntil: string
  readonly content: QuotationVersion['content']
  /** Whether every field can be read. */
  readonly isReadable: boolean
  readonly onOpen: (line: string | null, field: string) => void
}

/** What blocks sending, by the database, each leading to its field. */
export function SendingProblems({ content, validUntil, isReadable, onOpen }: SendingProblemsProps) {
  const [debounced] = useDebouncedValue({ content, valid_until: validUntil }, debounceMs)
  const { data = [] } = useQuery({
    ...problemsQuery(useBackend(), debounced.content, debounced.valid_until),
    enabled: isReadable,
    placeholderData: keepPreviousData,
  })
  if (data.length === 0) return null
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label="Before you can send it">
      <Text fw={600} fz="sm" mb={6}>
        Before you can send it
      </Text>
      <ul>
        {data.map(({ line, field, problem }) => (
          <li key={`${line} ${field}`}>
            {field === 'seller' ? (
              <Button {...looks} component={Link} to="/admin/settings/seller#state">
                {problem}
              </Button>
            ) : (
              <Button {...looks} onClick={() => onOpen(line, field)}>
                {problem}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Paper>
  )
}
