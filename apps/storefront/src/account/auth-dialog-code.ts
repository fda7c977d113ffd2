import { lateCode } from '@giftwell/shared/ui/late/late-code.ts'

/** The customer auth dialog, which most visitors never open. */
export const authDialogCode = lateCode(async () => (await import('./auth-dialog.tsx')).AuthDialog)
