import { z } from 'zod'

import { emailAddress, limits, optionalMessage, requiredText } from '@giftwell/shared/kernel/form-rules.ts'

/** The inquiry basket's form (product.md, sections 2 and 5). */
export const inquiryForm = z.object({
  name: requiredText('Name', limits.name),
  company: requiredText('Company', limits.company),
  email: emailAddress('Email'),
  phone: requiredText('Phone', limits.phone),
  message: optionalMessage,
})

/** The values of the inquiry form and of the quote form. */
export type ContactDetails = z.output<typeof inquiryForm>

/** The schema of a contact form. */
export type ContactSchema = z.ZodType<ContactDetails, ContactDetails>

/** The home page's quote form (product.md, sections 2 and 5). */
export const quoteForm = z.object({
  name: requiredText('Full Name', limits.name),
  company: requiredText('Company Name', limits.company),
  email: emailAddress('Email Address'),
  phone: requiredText('Phone Number', limits.phone),
  message: optionalMessage,
})
