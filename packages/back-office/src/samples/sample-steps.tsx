import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { todayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import { courierNames, sellerProfile } from '@giftwell/shared/settings/seller-profile.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { ActionDialog, type DialogAction } from '../record/action-dialog.tsx'
import { handleSamples, sampleName, type SampleRow, type SampleStep } from './sample-list-query.ts'
import { RowButton } from '../screen/buttons.tsx'

interface SampleStepsProps {
  readonly samples: readonly SampleRow[]
  /** Whether all matching samples are selected: most are not visible, so their steps cannot be undone by one press. */
  readonly isAll?: boolean
  readonly onDone?: () => void
}

const steps = [
  { step: 'agreed', text: 'Agree', from: ['asked'] },
  { step: 'refused', text: 'Refuse', from: ['asked', 'agreed'] },
  { step: 'sent', text: 'Mark as sent', from: ['asked', 'agreed'] },
  { step: 'delivered', text: 'Mark as delivered', from: ['sent'] },
  { step: 'kept', text: 'Mark as kept', from: ['delivered'] },
  { step: 'returned', text: 'Mark as returned', from: ['delivered'] },
] as const

/** A button for each step that applies to a sample, and one that undoes the last steps of the selected ones. */
export function SampleSteps({ samples, isAll = false, onDone }: SampleStepsProps) {
  const { mutateAsync, isPending } = useMutation(handleSamples(useBackend()))
  const toasts = useToasts()
  const { data: sellers } = useQuery(sellerProfile.list(useBackend()))
  const [asking, setAsking] = useState<DialogAction>()
  const [only] = samples
  const names = samples.length === 1 && only ? sampleName(only) : counted(samples.length, 'sample')

  async function take(step: SampleStep['step'], value?: SampleStep['value']) {
    const events = samples.flatMap(({ steps: taken }) => taken.at(-1)?.event ?? [])
    const done = await mutateAsync({
      ids: samples.map(({ id }) => id),
      step,
      events,
      ...(value && { value }),
    })
    toasts.show({
      title: done === 0 ? 'Someone else has changed these samples' : `${counted(done, 'sample')} saved`,
    })
    onDone?.()
  }
  const dialogs: Partial<Record<SampleStep['step'], DialogAction>> = {
    refused: {
      title: `Refuse ${names}`,
      intro: 'The buyer gets an e-mail with the reason.',
      button: 'Refuse',
      fields: [{ name: 'reason', label: 'Reason', type: 'long' }],
      run: (value) => take('refused', value),
    },
    sent: {
      title: `Send ${names}`,
      intro:
        'The buyer gets an e-mail with the tracking link. If you leave it empty, the courier’s link is used.',
      button: 'Mark as sent',
      fields: [
        { name: 'courier', label: 'Courier', suggestions: courierNames(sellers?.[0]?.couriers) },
        { name: 'tracking_number', label: 'Tracking number', isOptional: true },
        {
          name: 'tracking_url',
          label: 'Tracking link',
          isOptional: true,
          check: (url) => (/^https?:\/\/\S+$/.test(url) ? null : 'Enter a link that begins with https://'),
        },
        { name: 'day', label: 'Sent on', type: 'date', initial: todayInIndia() },
      ],
      run: (value) => take('sent', value),
    },
  }

  return (
    <>
      {steps
        .filter(({ from }) => samples.some(({ state }) => from.some((before) => before === state)))
        .map(({ step, text }) => {
          const dialog = dialogs[step]
          return (
            <RowButton
              label={text}
              key={step}
              disabled={isPending}
              aria-label={`${text}: ${names}`}
              onClick={() =>
                dialog === undefined ? void take(step).catch(() => undefined) : setAsking(dialog)
              }
            />
          )
        })}
      {!isAll && samples.some((sample) => sample.steps.length > 0) && (
        <RowButton
          label="Undo"
          variant="subtle"
          disabled={isPending}
          aria-label={`Undo the last step: ${names}`}
          onClick={() => void take('undone').catch(() => undefined)}
        />
      )}
      {asking && <ActionDialog action={asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}
