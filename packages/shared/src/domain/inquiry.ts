import { z } from 'zod'

import { emailAddress, limits, optionalMessage, requiredText } from './form-rules.ts'

/** The contact details of the inquiry basket's form (specification, sections 2 and 5). */
export const inquiryForm = z.object({
  name: requiredText('Name', limits.name),
  company: requiredText('Company', limits.company),
  email: emailAddress('Email'),
  phone: requiredText('Phone', limits.phone),
  message: optionalMessage,
})

/** Contact details as typed into the inquiry form and into the quote form. */
export type ContactDetails = z.output<typeof inquiryForm>

/** The rules of a form that asks for contact details, under whatever labels. */
export type ContactForm = z.ZodType<ContactDetails, ContactDetails>
