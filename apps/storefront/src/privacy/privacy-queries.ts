import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { PersonData } from '@giftwell/shared/legal/data-copy.tsx'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { rupees } from '@giftwell/shared/kernel/money.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { mutationOptions } from '@tanstack/react-query'

/** Mails a link to an address's data. The response is the same for every address. */
export function requestMyData(backend: Backend) {
  return mutationOptions({
    mutationFn: (email: string) => send(backend, (rest) => rest.rpc('request_my_data', { email })),
  })
}

/** The numbers of erased records; `kept` counts accepted quotations, of which the law requires a copy. */
export type ErasedCounts = Readonly<Partial<Record<string, number>>>

/** Opens the data of a link from an e-mail. */
export function openMyData(backend: Backend, token: string) {
  return mutationOptions({
    mutationFn: async () => {
      const data = await send(backend, (rest) => rest.rpc('open_my_data', { token }))
      return data as unknown as PersonData // the database's tests hold its shape
    },
  })
}

/** The requests about one's data beside a copy and erasure. */
export type DataQuestion = 'correction' | 'grievance' | 'nomination'

/** Sends a request about one's data to the site's owner. */
export function askAboutMyData(backend: Backend, token: string) {
  return mutationOptions({
    mutationFn: (question: { readonly kind: DataQuestion; readonly text: string }) =>
      send(backend, (rest) => rest.rpc('ask_about_my_data', { token, ...question })),
  })
}

/** Erases everything of the link's address. */
export function eraseMyData(backend: Backend, token: string) {
  return mutationOptions({
    mutationFn: async () => {
      const data = await send(backend, (rest) => rest.rpc('erase_my_data', { token }))
      return data as unknown as ErasedCounts // the database's tests hold its shape
    },
  })
}

/** The data of one inquiry, by its link or, for its own account, by its reference. */
export function readInquiryData(backend: Backend, token: string) {
  return mutationOptions({
    meta: { failed: 'Could not read your details', showsConflict: true as const },
    mutationFn: async () => {
      const data = await send(backend, (rest) => rest.rpc('inquiry_data', { token }))
      return data as unknown as PersonData // the database's tests hold its shape
    },
  })
}

/** An accepted quotation; a legal copy of it stays. */
export interface AcceptedQuotation {
  readonly number: string
  readonly total_paise: number
}

/** The accepted quotations in a person's data. */
export function acceptedIn(data: PersonData): readonly AcceptedQuotation[] {
  // The function of the database promises these lists.
  const quotations = (data['quotations'] ?? []) as readonly {
    number: string
    versions?: readonly unknown[]
  }[]
  return quotations.flatMap(({ number, versions }) =>
    (versions ?? [])
      .map(recordOf)
      .filter((version) => version['accepted'])
      .map((version) => ({ number, total_paise: Number(version['total_paise']) })),
  )
}

/** The text on accepted quotations in the question before an erasure. */
export function acceptedText(accepted: readonly AcceptedQuotation[]): string {
  if (accepted.length === 0) return ''
  const names = accepted.map(({ number, total_paise: paise }) => `${number} of ${rupees(paise)}`).join(', ')
  const stays = accepted.length === 1 ? 'quotation stays' : 'quotations stay'
  return `Your accepted ${stays} as a record of our trade, for the years that such records have to be kept: ${names}.`
}

/** Erases the details of one inquiry; counts nothing if they are already erased. */
export function deleteInquiryDetails(backend: Backend, token: string) {
  return mutationOptions({
    meta: { failed: 'Could not delete your details', invalidates: [['my inquiries']] },
    mutationFn: async () => {
      try {
        const data = await send(backend, (rest) => rest.rpc('delete_inquiry_details', { token }))
        return data as unknown as ErasedCounts // the database's tests hold its shape
      } catch (error) {
        // In another tab, or by a press whose answer was lost.
        if (error instanceof AppError && error.kind === 'stale') return {}
        throw error
      }
    },
  })
}
