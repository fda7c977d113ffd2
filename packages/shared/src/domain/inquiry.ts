import { z } from 'zod'

import { emailAddress, limits, requiredText } from './form-rules.ts'

/** The contact details of the inquiry basket's form (specification, sections 2 and 5). */
export const inquiryForm = z.object({
  name: requiredText('Name', limits.name),
  company: requiredText('Company', limits.company),
  email: emailAddress('Email'),
  phone: requiredText('Phone', limits.phone),
  message: z.string().trim().max(limits.message, `Message may have at most ${limits.message} characters`),
})

/** Contact details as typed into the inquiry form. */
export type InquiryForm = z.output<typeof inquiryForm>

/** An inquiry form nobody has typed into. */
export const emptyInquiryForm: InquiryForm = { name: '', company: '', email: '', phone: '', message: '' }
