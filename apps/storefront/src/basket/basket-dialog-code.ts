import { lateCode } from '@giftwell/shared/ui/late/late-code.ts'

/** The basket's dialog, which shows nothing before something has been added. */
export const basketDialogCode = lateCode(async () => (await import('./basket-dialog.tsx')).BasketDialog)
