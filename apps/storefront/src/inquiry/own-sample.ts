import { dayText } from '@giftwell/shared/kernel/india-time.ts'

/** A sample as its buyer sees it (product.md, section 2, Samples). */
export interface OwnSample {
  readonly id: string
  readonly name: string
  readonly colour: string | null
  /** In rupees; null where it is free. */
  readonly charge: number | null
  readonly state: string
  /** Why it was refused. */
  readonly reason: string | null
  readonly courier: string | null
  readonly tracking_number: string | null
  readonly tracking_url: string | null
  readonly sent_on: string | null
  readonly delivered_on: string | null
  readonly return_by: string | null
  readonly verdict: 'liked' | 'not_for_us' | null
  readonly comment: string | null
}

/** Where samples go; the database has the same limits. */
export interface Delivery {
  readonly recipient: string
  readonly address: string
  readonly pin_code: string
  readonly phone: string
}

/** The request, in the form of the database's functions. */
export interface WantedSamples extends Delivery {
  readonly items: readonly { readonly id?: string; readonly name: string; readonly colour?: string }[]
}

/** The labels of its fields, and their longest texts. */
export const deliveryFields = {
  recipient: { label: 'Recipient', maxLength: 200, autoComplete: 'shipping name' },
  address: { label: 'Address', maxLength: 400, autoComplete: 'shipping street-address' },
  pin_code: { label: 'PIN code', maxLength: 10, autoComplete: 'shipping postal-code' },
  phone: { label: 'Recipient’s phone', maxLength: 50, autoComplete: 'shipping tel' },
} as const

/** The error of each field. */
export function deliveryProblems(delivery: Delivery): Partial<Record<keyof Delivery, string>> {
  const missing = Object.entries(deliveryFields).flatMap(
    ([name, { label }]) =>
      delivery[name as keyof Delivery].trim() === '' ? [[name, `${label} is required`]] : [], // its own keys
  )
  const isPin = /^\s*[1-9](?:\s*\d){5}\s*$/.test(delivery.pin_code)
  return { ...(!isPin && { pin_code: 'A PIN code has six digits' }), ...Object.fromEntries(missing) }
}

/** "Samples are free.", or the charge for one. */
export function chargeText(charge: number | undefined): string {
  return charge === undefined ? 'Samples are free.' : `A sample costs Rs.${charge.toLocaleString('en-IN')}.`
}

/** "Copper bottle in Red" */
export const sampleName = ({ name, colour }: Pick<OwnSample, 'name' | 'colour'>) =>
  colour === null ? name : `${name} in ${colour}`

/** What became of a sample; a state of a newer server is its own word. */
export function sampleText(sample: OwnSample): string {
  const { state, charge, reason, courier, tracking_number: number } = sample
  const day = (date: string | null) => (date === null ? '' : ` on ${dayText(date)}`)
  switch (state) {
    case 'asked':
      return 'We have your request and will answer it soon.'
    case 'agreed':
      return `We will send it. ${charge === null ? 'It is free.' : `It costs Rs.${charge.toLocaleString('en-IN')}.`}`
    case 'refused':
      return `We cannot send it: ${reason}`
    case 'sent':
      return `Sent${day(sample.sent_on)}${courier === null ? '' : ` by ${[courier, number].filter(Boolean).join(', ')}`}.`
    case 'delivered':
      return `Delivered${day(sample.delivered_on)}.${sample.return_by === null ? '' : ` Please send it back by ${dayText(sample.return_by)}.`}`
    case 'kept':
      return 'You keep it.'
    case 'returned':
      return 'You have sent it back.'
    default:
      return state
  }
}
