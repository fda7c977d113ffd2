import { AppError } from '@giftwell/shared/kernel/app-error.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import type { PersonData } from '@giftwell/shared/legal/data-copy.tsx'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { mutationOptions } from '@tanstack/react-query'

/** Sends a link to what is stored of an address. The answer is the same for each. */
export function requestMyData(backend: Backend) {
  return mutationOptions({
    mutationFn: async (email: string) => {
      await send(backend, (rest) => rest.rpc('request_my_data', { email }))
    },
  })
}

/** How many of what was erased; `kept` counts accepted quotations, of which the law wants a copy. */
export type ErasedCounts = Readonly<Partial<Record<string, number>>>

/** Opens what a link from an e-mail gives access to. */
export function openMyData(backend: Backend, token: string) {
  return mutationOptions({
    mutationFn: async () => {
      const data = await send(backend, (rest) => rest.rpc('open_my_data', { token }))
      return data as unknown as PersonData // the database's tests hold its shape
    },
  })
}

/** What can be asked about one's data beside a copy and erasure. */
export type DataQuestion = 'correction' | 'grievance' | 'nomination'

/** Sends a request about one's data to the site's owner. */
export function askAboutMyData(backend: Backend, token: string) {
  return mutationOptions({
    mutationFn: async (question: { readonly kind: DataQuestion; readonly text: string }) => {
      await send(backend, (rest) => rest.rpc('ask_about_my_data', { token, ...question }))
    },
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

/** What is stored of one inquiry, by its link or the reference of an own one. */
export function readInquiryData(backend: Backend, token: string) {
  return mutationOptions({
    meta: { failed: 'Could not read your details' },
    mutationFn: async () => {
      const data = await send(backend, (rest) => rest.rpc('inquiry_data', { token }))
      return data as unknown as PersonData // the database's tests hold its shape
    },
  })
}

/** Erases the details of one inquiry; counts nothing where they are erased already. */
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
