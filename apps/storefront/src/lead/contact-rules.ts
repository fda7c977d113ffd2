import type { ContactForm } from '@giftwell/shared/domain/contact-forms.ts'
import { lateCode, type LateCode } from '@giftwell/shared/ui/late/late-code.ts'

/** The rules of a form that becomes a lead, which come with the first field that somebody goes to. */
export type ContactRules = LateCode<ContactForm>

/** The rules of the home page's quote form. */
export const quoteRules: ContactRules = lateCode(
  async () => (await import('@giftwell/shared/domain/contact-forms.ts')).quoteForm,
)

/** The rules of the inquiry basket's form. */
export const inquiryRules: ContactRules = lateCode(
  async () => (await import('@giftwell/shared/domain/contact-forms.ts')).inquiryForm,
)
