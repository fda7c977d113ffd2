import { Badge, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { dataUrlOf } from '@giftwell/shared/kernel/data-url.ts'
import { momentText } from '@giftwell/shared/kernel/india-time.ts'
import { mostFileBytes } from '@giftwell/shared/quotations/logo-files.ts'
import type { Proof } from '@giftwell/shared/quotations/order.ts'
import { DownloadButton, fileOf, FilePreview } from '../quotations/file-preview.tsx'
import { changeOrder, type OrderLine } from './order-requests.ts'

interface LineProofProps {
  readonly line: OrderLine
  /** Whether the order is open, so that another proof may be sent. */
  readonly isOpen: boolean
}

/** The proofs of a line, the newest first, and what sends another; nothing of a line that needs none and is made. */
export function LineProof({ line, isOpen }: LineProofProps) {
  const isOnline = useIsOnline()
  const { proofs, needs_proof: needsProof, state, name } = line
  const takesProofs = isOpen && isOnline && (state === 'preparing' || state === 'production')
  if (proofs.length === 0 && !(needsProof && state === 'preparing')) return null
  return (
    <Stack gap={6} role="group" aria-label={`Proofs of ${name ?? 'the line'}`}>
      {proofs.length === 0 && (
        <Text fz="sm" c="dimmed">
          Production starts once the buyer approves a proof.
        </Text>
      )}
      {proofs[0]?.is_outdated && needsProof && state === 'preparing' && (
        <Text fz="sm" c="dimmed">
          The line has changed since: send a new proof.
        </Text>
      )}
      {proofs.map((proof) => (
        <ProofRow key={proof.id} proof={proof} />
      ))}
      {takesProofs && <SendProof line={line} />}
    </Stack>
  )
}

/** The buyer's decision on a proof, with name and time. */
function decisionText({ decision, decided_by: name, decided_at: at }: Proof): string {
  if (decision === null || at === null) return 'No answer yet'
  return `${decision === 'approved' ? 'Approved' : 'Change requested'} by ${name}, ${momentText(at)}`
}

function ProofRow({ proof }: { readonly proof: Proof }) {
  const { id, version, name, note, decision, decided_by: by, comment, sha256 } = proof
  const { is_outdated: isOutdated } = proof
  const isOnline = useIsOnline()
  const backend = useBackend()
  const read = async () => fileOf(backend, 'proof_file', id)
  return (
    <div>
      <Group gap={8}>
        <Badge
          variant="light"
          color={
            isOutdated
              ? 'gray'
              : decision === 'approved'
                ? 'leaf'
                : decision === 'change'
                  ? 'brick'
                  : 'marigold'
          }
        >
          Proof {version}
        </Badge>
        {isOnline ? <DownloadButton name={name} read={read} /> : <Text fz="sm">{name}</Text>}
        <Text fz="xs" c="dimmed" title={`SHA-256 ${sha256}`}>
          {decisionText(proof)}
        </Text>
        {isOnline && <FilePreview name={name} read={read} />}
      </Group>
      {[
        ['Note', note],
        [by ?? '', comment],
      ].map(
        ([who, text]) =>
          text !== null && (
            <Text key={who} fz="sm" className="typed-text" mt={4}>
              {who}: {text}
            </Text>
          ),
      )}
    </div>
  )
}

function SendProof({ line }: { readonly line: OrderLine }) {
  const backend = useBackend()
  const [note, setNote] = useState('')
  const reset = useRef<() => void>(null)
  useUnsavedGuard({ isUnsaved: () => note.trim() !== '' })
  const sending = useMutation(changeOrder(backend, 'Error sending the proof'))
  const reading = useMutation({
    meta: { failed: 'Error sending the proof' },
    mutationFn: async (file: File) => {
      if (file.size > mostFileBytes) throw new AppError('invalid', 'A proof may have at most 10 MB')
      const url = await dataUrlOf(file)
      await sending.mutateAsync((rest) =>
        rest.rpc('add_proof', {
          line: line.id,
          name: file.name,
          content: url.slice(url.indexOf(',') + 1),
          ...(note.trim() !== '' && { note }),
        }),
      )
      setNote('')
    },
  })
  const again =
    line.state === 'production'
      ? ' This line is in production; a new proof stops it until the buyer approves.'
      : ''
  return (
    <Group gap={8} align="flex-end">
      <TextInput
        label="Note to the buyer"
        size="sm"
        maxLength={1000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        style={{ flex: '1 1 12rem' }}
      />
      <FileButton
        accept="application/pdf,image/png,image/jpeg,image/webp"
        resetRef={reset}
        onChange={(file) => {
          // After a failure the same file may be chosen again.
          reset.current?.()
          if (file) reading.mutate(file)
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="sm"
            leftSection={<IconUpload size={16} aria-hidden />}
            loading={reading.isPending}
            aria-label={`Send a proof of ${line.name ?? 'the line'}`}
          >
            {line.proofs.length === 0 ? 'Send a proof' : 'Send another proof'}
          </Button>
        )}
      </FileButton>
      {again !== '' && (
        <Text fz="xs" c="dimmed">
          {again.trim()}
        </Text>
      )}
    </Group>
  )
}
