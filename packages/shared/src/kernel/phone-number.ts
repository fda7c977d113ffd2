/** The digits of a phone number with its country code, which is India's where none is given. */
export function internationalNumber(phone: string): string | undefined {
  const isInternational = /^\s*(?:\+|00)/.test(phone)
  const digits = phone.replaceAll(/\D/g, '').replace(/^0+/, '')
  const number = isInternational || digits.length > 10 ? digits : `91${digits}`
  return /^\d{11,15}$/.test(number) || (isInternational && /^\d{8,15}$/.test(number)) ? number : undefined
}
