/** What the public is asked for besides what it wants, in the order of the forms (specification, section 5). */
export const contactFields = ['name', 'company', 'email', 'phone', 'message'] as const

/** One of those. */
export type ContactField = (typeof contactFields)[number]
