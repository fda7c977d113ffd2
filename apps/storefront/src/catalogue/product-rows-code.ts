import { lateCode } from '@giftwell/shared/ui/late/late-code.ts'

/** The list of all products, which only signed-in visitors see. */
export const productRowsCode = lateCode(async () => (await import('./product-rows.tsx')).ProductRows)
