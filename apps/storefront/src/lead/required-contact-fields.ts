/** The contact fields in form order (product.md, section 5). */
export const contactFields = ['name', 'company', 'email', 'phone', 'message'] as const

/** The name of a field of the contact forms. */
export type ContactField = (typeof contactFields)[number]
