import { Anchor, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { mutationOptions, useMutation } from '@tanstack/react-query'
import { type RefCallback, useRef, useState } from 'react'

import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { dataUrlOf } from '@giftwell/shared/kernel/data-url.ts'
import { MutationOutcome } from '@giftwell/shared/kernel/query-client.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { FilesButton } from '@giftwell/shared/ui/files-button.tsx'
import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { mailsKey } from '../mail/mail-state.tsx'
import { changedByEvents, undoLeadEvent } from './lead-handling.ts'
import type { Lead } from './lead-list.ts'
import { mailTo, replySubject } from './lead-links.ts'

/** A draft of a reply; undefined fields are as prefilled. */
export interface ReplyDraft {
  readonly subject?: string
  readonly text?: string
  readonly files: readonly File[]
}

/** Whether anything was typed or attached. */
export function isWritten({ subject, text, files }: ReplyDraft): boolean {
  return subject !== undefined || text !== undefined || files.length > 0
}

/** The same limits as in the database: `reply_to_lead`. */
const maxFiles = 3
const maxBytes = 5 * 1024 * 1024
const fileTypes = /\.(pdf|png|jpe?g|xlsx|docx)$/i

interface ReplyFormProps {
  readonly lead: Lead
  /** The text of the template, filled in. */
  readonly prefilled: string
  /** The link to a reply in the mail program as long as nothing is written here. */
  readonly mailLink: string
  /** False where the site delivers no e-mails. */
  readonly isDelivered: boolean
  readonly draft: ReplyDraft
  readonly onDraft: (draft: ReplyDraft) => void
  readonly onClose: () => void
  /** Called when the mail program opens. */
  readonly onMailProgram: () => void
  readonly textRef: RefCallback<HTMLTextAreaElement>
}

/** An e-mail to the sender of a lead, which the site sends (product.md, section 2, Leads). The draft stays until it is sent. */
export function ReplyForm({
  lead,
  prefilled,
  mailLink,
  isDelivered,
  draft,
  onDraft,
  onClose,
  onMailProgram,
  textRef,
}: ReplyFormProps) {
  const backend = useBackend()
  const isOnline = useIsOnline()
  const { mutateAsync } = useMutation(replyToLead(backend))
  const mayDiscard = useUnsavedGuard({
    isUnsaved: () => isWritten(draft),
    // The page guards the replies to all leads.
    survives: () => true,
  })
  const [refusal, setRefusal] = useState<string>()
  const { subject = replySubject(lead), text = prefilled, files } = draft
  /** The same reply again after a lost answer is sent once. */
  const attempt = useRef<{ readonly id: string; readonly content: string; readonly files: typeof files }>(
    undefined,
  )
  const sending = useSubmitOnce(async () => {
    const content = JSON.stringify([lead.id, subject, text])
    if (attempt.current?.content !== content || attempt.current.files !== files)
      attempt.current = { id: crypto.randomUUID(), content, files }
    try {
      await mutateAsync({ lead: lead.id, reply: attempt.current.id, subject, text, files })
    } catch {
      return // The toast says why; what is written stays.
    }
    onClose()
  })
  const isMissing = subject.trim() === '' || text.trim() === ''
  const canSend = isOnline && !sending.isRunning && !isMissing

  function attach(chosen: readonly File[]) {
    const all = [...files, ...chosen]
    const wrong = chosen.find(({ name }) => !fileTypes.test(name))
    const bytes = all.reduce((sum, { size }) => sum + size, 0)
    const reason =
      wrong !== undefined
        ? `“${wrong.name}” is none of PDF, PNG, JPEG, XLSX or DOCX.`
        : all.length > maxFiles
          ? `A reply may have at most ${maxFiles} attachments.`
          : bytes > maxBytes
            ? `Attachments may have at most 5 MB together; these have ${fileSize(bytes)}.`
            : undefined
    setRefusal(reason)
    if (reason === undefined) onDraft({ ...draft, files: all })
  }

  async function discard() {
    if (await mayDiscard()) onClose()
  }

  return (
    <Stack
      component="form"
      gap={12}
      mt={12}
      aria-label={`Reply to ${lead.name}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) void sending.run()
      }}
    >
      <Text size="sm">
        To <strong>{lead.email}</strong>
      </Text>
      <TextInput
        label="Subject"
        size="sm"
        required
        maxLength={200}
        value={subject}
        onChange={({ currentTarget: { value } }) => onDraft({ ...draft, subject: value })}
      />
      <Textarea
        label="Text"
        size="sm"
        ref={textRef}
        required
        rows={9}
        resize="vertical"
        maxLength={10_000}
        value={text}
        onChange={({ currentTarget: { value } }) => onDraft({ ...draft, text: value })}
      />
      <div>
        {files.map((file, index) => (
          // Files may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={`${index} ${file.name}`} gap={8} wrap="nowrap" justify="space-between">
            <Text size="sm" truncate>
              {file.name}{' '}
              <Text component="span" c="dimmed" inherit>
                {fileSize(file.size)}
              </Text>
            </Text>
            <IconButton
              variant="subtle"
              color="gray"
              aria-label={`Remove ${file.name}`}
              onClick={() => onDraft({ ...draft, files: files.filter((other) => other !== file) })}
            >
              <IconX size={16} stroke={1.7} aria-hidden />
            </IconButton>
          </Group>
        ))}
        {files.length < maxFiles && (
          <FilesButton
            label="Attach files"
            accept=".pdf,.png,.jpg,.jpeg,.xlsx,.docx"
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPaperclip size={16} stroke={1.7} aria-hidden />}
            onChoose={attach}
          >
            Attach files
          </FilesButton>
        )}
        <Text size="xs" c="dimmed">
          Up to {maxFiles}: PDF, PNG, JPEG, XLSX or DOCX, 5 MB together
        </Text>
        <div role="alert">
          {refusal !== undefined && (
            <Text size="sm" c="var(--mantine-color-error)">
              {refusal}
            </Text>
          )}
        </div>
      </div>
      {(!isDelivered || !isOnline) && (
        <Text size="sm" role="status">
          {isOnline
            ? 'This site sends no e-mails at the moment. Open the text in your mail program.'
            : 'You are offline. Your text stays here until you are back.'}
        </Text>
      )}
      <Group gap="8px 16px">
        <Button
          type="submit"
          size="sm"
          loading={sending.isRunning}
          aria-disabled={!canSend}
          data-disabled={!canSend}
        >
          Send
        </Button>
        <Button variant="default" size="sm" onClick={() => void discard()}>
          {isWritten(draft) ? 'Discard' : 'Cancel'}
        </Button>
        <Anchor
          href={
            draft.text === undefined && draft.subject === undefined
              ? mailLink
              : mailTo(lead.email, subject, text)
          }
          size="sm"
          fw={550}
          c="var(--gw-brand)"
          onClick={onMailProgram}
        >
          Open in mail program
        </Anchor>
      </Group>
    </Stack>
  )
}

interface Reply {
  readonly lead: string
  /** Its id: the same one is sent once. */
  readonly reply: string
  readonly subject: string
  readonly text: string
  readonly files: readonly File[]
}

/** Sends a reply to a lead, which marks it as answered; the toast offers to undo the mark. */
function replyToLead(backend: Backend) {
  return mutationOptions({
    mutationKey: ['leads', 'handle'],
    meta: {
      invalidates: [...changedByEvents, mailsKey],
      failed: 'The reply was not sent',
      done: 'The reply is being sent',
    },
    mutationFn: async ({ files, ...reply }: Reply) => {
      const attachments = await Promise.all(
        files.map(async (file) => ({ name: file.name, content: await contentOf(file) })),
      )
      const event = await send(backend, (rest) => rest.rpc('reply_to_lead', { ...reply, attachments }))
      return new MutationOutcome(
        'The lead is marked as answered. “Undo” removes the mark, but does not recall the e-mail.',
        {
          mutation: undoLeadEvent(backend, reply.lead),
          variables: String(event),
        },
      )
    },
  })
}

/** A file in base64. */
async function contentOf(file: File): Promise<string> {
  try {
    const url = await dataUrlOf(file)
    return url.slice(url.indexOf(',') + 1)
  } catch (cause) {
    throw new Error(`“${file.name}” cannot be read any more. Attach it again.`, { cause })
  }
}
