import { z } from 'zod'

import { emailAddress, limits, optionalMessage, requiredText } from './form-rules.ts'

/** The home page's quote form (specification, sections 2 and 5). */
export const quoteForm = z.object({
  name: requiredText('Full Name', limits.name),
  company: requiredText('Company Name', limits.company),
  email: emailAddress('Email Address'),
  phone: requiredText('Phone Number', limits.phone),
  message: optionalMessage,
})
