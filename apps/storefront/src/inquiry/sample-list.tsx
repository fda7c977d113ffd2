import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { useId, useState } from 'react'

import { type OwnSample, sampleName, sampleText } from './own-sample.ts'

const verdicts = { liked: 'We like it', not_for_us: 'Not for us' } as const
type Verdict = keyof typeof verdicts

interface SampleListProps {
  readonly samples: readonly OwnSample[]
  readonly judge: (id: string, verdict: Verdict, comment: string) => Promise<unknown>
  /** The looks of the page around it. */
  readonly looks: { readonly button: string; readonly field: string; readonly group: string }
}

/** A buyer's samples, each with what became of it, the parcel's way, and the verdict. Also on a quotation's page, in plain HTML. */
export function SampleList({ samples, judge, looks }: SampleListProps) {
  return (
    <ul className="samples">
      {samples.map((sample) => (
        <li key={sample.id}>
          <p>
            <strong>{sampleName(sample)}</strong>
          </p>
          <p>
            {sampleText(sample)}{' '}
            {sample.tracking_url !== null && (
              <a href={sample.tracking_url} target="_blank" rel="noreferrer">
                Track the parcel
              </a>
            )}
          </p>
          {['sent', 'delivered', 'kept', 'returned'].includes(sample.state) && (
            <VerdictForm sample={sample} judge={judge} looks={looks} />
          )}
        </li>
      ))}
    </ul>
  )
}

function VerdictForm({
  sample,
  judge,
  looks,
}: Omit<SampleListProps, 'samples'> & { readonly sample: OwnSample }) {
  const id = useId()
  const [comment, setComment] = useState(sample.comment ?? '')
  const [isOpen, setOpen] = useState(sample.verdict === null)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const name = sampleName(sample)

  async function send(verdict: Verdict) {
    setSending(true)
    setFailure('')
    try {
      await judge(sample.id, verdict, comment)
      setOpen(false)
    } catch (error) {
      setFailure(errorMessage(error))
    }
    setSending(false)
  }

  if (!isOpen)
    return (
      <p role="status">
        {sample.verdict !== null && `You said: ${verdicts[sample.verdict]}. `}
        {sample.comment}{' '}
        <button
          type="button"
          className={`${looks.button} no-print`}
          aria-label={`Change the verdict on ${name}`}
          onClick={() => setOpen(true)}
        >
          Change
        </button>
      </p>
    )
  return (
    <div className={`${looks.group} no-print`} role="group" aria-label={`Verdict on ${name}`}>
      <label htmlFor={id}>How do you like it?</label>
      <textarea
        id={id}
        className={looks.field}
        rows={2}
        maxLength={1000}
        placeholder="A comment, if you like"
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      {failure !== '' && <p role="alert">{failure}</p>}
      {(['liked', 'not_for_us'] as const).map((verdict) => (
        <button
          key={verdict}
          type="button"
          className={looks.button}
          aria-busy={isSending}
          onClick={() => {
            if (!isSending) void send(verdict)
          }}
        >
          {verdicts[verdict]}
        </button>
      ))}
    </div>
  )
}
