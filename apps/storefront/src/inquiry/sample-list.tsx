import { useRef, useState } from 'react'

import { PlainField } from '../lead/plain-field.tsx'
import { PlainForm } from '../lead/plain-form.tsx'
import { useSubmission } from '../lead/use-submission.ts'
import { type OwnSample, sampleName, sampleText } from './own-sample.ts'

const verdicts = { liked: 'We like it', not_for_us: 'Not for us' } as const
type Verdict = keyof typeof verdicts

interface SampleListProps {
  readonly samples: readonly OwnSample[]
  readonly judge: (id: string, verdict: Verdict, comment: string) => Promise<unknown>
  /** The class of the buttons of the page around it. */
  readonly button: string
}

/** A buyer's samples, each with what became of it, the parcel's way, and the verdict. Also on a quotation's page, in plain HTML. */
export function SampleList({ samples, judge, button }: SampleListProps) {
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
            <VerdictForm sample={sample} judge={judge} button={button} />
          )}
        </li>
      ))}
    </ul>
  )
}

function VerdictForm({
  sample,
  judge,
  button,
}: Omit<SampleListProps, 'samples'> & { readonly sample: OwnSample }) {
  const [isOpen, setOpen] = useState(sample.verdict === null)
  const chosen = useRef<Verdict>('liked')
  const name = sampleName(sample)
  const { isSending, failure, submit } = useSubmission(async (form: HTMLFormElement) => {
    await judge(sample.id, chosen.current, form.querySelector('textarea')?.value ?? '')
    setOpen(false)
  })

  if (!isOpen)
    return (
      <p role="status">
        {sample.verdict !== null && `You said: ${verdicts[sample.verdict]}. `}
        {sample.comment}{' '}
        <button
          type="button"
          className={`${button} no-print`}
          aria-label={`Change feedback on ${name}`}
          onClick={() => setOpen(true)}
        >
          Change
        </button>
      </p>
    )
  return (
    <PlainForm
      className="no-print"
      aria-label={`Feedback on ${name}`}
      isSending={isSending}
      failure={failure}
      send={submit}
    >
      <PlainField
        label="How do you like it?"
        lines={2}
        maxLength={1000}
        placeholder="Comment (optional)"
        name={`comment on ${sample.id}`}
        // The form holds the value, so input from before hydration stays.
        defaultValue={sample.comment ?? ''}
      />
      {(['liked', 'not_for_us'] as const).map((verdict) => (
        <button
          key={verdict}
          type="submit"
          className={button}
          aria-busy={isSending}
          onClick={() => {
            chosen.current = verdict
          }}
        >
          {verdicts[verdict]}
        </button>
      ))}
    </PlainForm>
  )
}
