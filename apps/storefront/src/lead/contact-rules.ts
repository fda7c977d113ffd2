import type { ContactForm } from './contact-forms.ts'
import { type ChunkLoader, chunkLoader } from '@giftwell/shared/ui/lazy/lazy-component.tsx'

/** Loads the schema of a lead form, which is needed when the first field has the focus. */
export type ContactRules = ChunkLoader<ContactForm>

/** The schema of the home page's quote form. */
export const quoteRules: ContactRules = chunkLoader(
  async () => (await import('./contact-forms.ts')).quoteForm,
)

/** The schema of the inquiry basket's form. */
export const inquiryRules: ContactRules = chunkLoader(
  async () => (await import('./contact-forms.ts')).inquiryForm,
)
