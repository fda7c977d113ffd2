/** A day as the person's browser writes it, such as "15 Jan 2026". */
export const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** A day and a time of it, such as "15 Jan 2026, 10:30". */
export const momentFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
