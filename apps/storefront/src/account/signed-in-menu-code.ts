import { lateCode } from '@giftwell/shared/ui/late/late-code.ts'

/** The menu of somebody who is signed in, which most visitors are not. */
export const signedInMenuCode = lateCode(async () => (await import('./signed-in-menu.tsx')).SignedInMenu)
