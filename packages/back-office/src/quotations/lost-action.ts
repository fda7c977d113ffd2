import { type DeclineReason, declineReasons } from '@giftwell/shared/quotations/quotation.ts'
import type { DialogAction } from '../record/action-dialog.tsx'

/** Why a lead is lost; the note is empty where there is nothing to add. */
export interface LostReason {
  readonly reason: string
  readonly note: string
}

/** Asks why leads are lost, by the reasons for which buyers decline, before they are. */
export function lostAction(
  run: (lost: LostReason) => Promise<unknown>,
  initial: DeclineReason | '' = '',
): DialogAction {
  return {
    title: 'Lost',
    button: 'Mark as lost',
    fields: [
      {
        name: 'reason',
        label: 'Reason',
        choices: Object.entries(declineReasons).map(([value, label]) => ({ value, label })),
        initial,
      },
      { name: 'note', label: 'Note', type: 'long', isOptional: true },
    ],
    run: ({ reason = '', note = '' }) => run({ reason, note }),
  }
}
