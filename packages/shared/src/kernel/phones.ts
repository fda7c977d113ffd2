/** The telephone numbers of a site's settings. */
interface SitePhones {
  readonly contact_phone?: string | null
  readonly second_phone?: string | null
  readonly second_phone_label?: string | null
}

/** A telephone number with its label, "+91 98765 43210 (Orders)", and the link that dials it. */
export interface Phone {
  readonly text: string
  readonly link: string
}

/** The telephone numbers that the owner has set, the first one first (product.md, section 2, Administration). */
export function phonesOf(site: SitePhones): readonly Phone[] {
  const { contact_phone: first, second_phone: second, second_phone_label: label } = site
  return [...(first ? [phone(first)] : []), ...(second ? [phone(second, label)] : [])]
}

function phone(number: string, label?: string | null): Phone {
  return { text: label ? `${number} (${label})` : number, link: `tel:${number.replaceAll(/[^+\d]/g, '')}` }
}

/** The telephone numbers as texts. */
export const phoneTexts = (site: SitePhones): readonly string[] => phonesOf(site).map(({ text }) => text)

/** The digits of a phone number with its country code, which is India's where none is given. */
export function internationalNumber(phone: string): string | undefined {
  const isInternational = /^\s*(?:\+|00)/.test(phone)
  const digits = phone.replaceAll(/\D/g, '').replace(/^0+/, '')
  const number = isInternational || digits.length > 10 ? digits : `91${digits}`
  return /^\d{11,15}$/.test(number) || (isInternational && /^\d{8,15}$/.test(number)) ? number : undefined
}
