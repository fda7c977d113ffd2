import { toAppError } from '@giftwell/shared/kernel/app-error.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import type { SiteDetails } from '@giftwell/shared/kernel/brand.ts'
import { fetchInTime } from '@giftwell/shared/kernel/with-timeout.ts'
import type { QuotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import type { PlaceOfSupply } from '@giftwell/shared/quotations/place-of-supply.ts'
import type {
  QuotationChoice,
  QuotationContent,
  QuotationLine,
} from '@giftwell/shared/quotations/quotation.ts'

/** A line as its link shows it. */
export type OpenedLine = QuotationLine & { readonly image_widths?: readonly number[] | null }

/** A quotation as its link shows it (the database's `open_quotation`). */
export interface OpenedQuotation extends Omit<QuotationContent, 'lines'> {
  readonly number: string
  readonly revision: number
  readonly state: 'sent' | 'expired' | 'accepted' | 'declined' | 'change_asked'
  readonly purpose: 'buyer' | 'approval'
  readonly sent_at: string
  readonly valid_until: string
  readonly lines: readonly OpenedLine[]
  readonly seller: {
    readonly legal_name: string | null
    readonly address: string | null
    readonly gstin: string | null
    readonly is_composition: boolean
    readonly bank_details: string | null
  }
  readonly place: PlaceOfSupply
  readonly rounds_off: boolean
  /** Of the choice that is shown first. */
  readonly figures: QuotationFigures
  readonly accepted: {
    readonly name: string
    readonly designation: string | null
    readonly at: string
    readonly choice: QuotationChoice
    readonly figures: QuotationFigures
  } | null
  readonly comments: readonly QuotationComment[]
  readonly approvals: readonly {
    readonly email: string
    readonly state: 'asked' | 'approved' | 'rejected'
    readonly name: string | null
    readonly note: string | null
    readonly at: string
  }[]
  readonly needs_code: boolean
  readonly credit_note: string | null
  readonly site: SiteDetails
}

/** What the seller, the buyer or a colleague has written. */
export interface QuotationComment {
  readonly by: 'buyer' | 'seller' | 'approver'
  readonly name: string
  readonly text: string
  /** The id of the line that it is about; null for the whole. */
  readonly line: string | null
  readonly at: string
}

/** A quotation whose link is over: it has no figures. */
export interface EndedQuotation {
  readonly number: string
  readonly state: 'replaced' | 'withdrawn'
  readonly purpose: OpenedQuotation['purpose']
  readonly site: SiteDetails
}

/** The names of lines, of which no two are alike: "Mug", "Mug in Red", "Mug (2)". */
export function lineNames(lines: readonly OpenedLine[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  return new Map(
    lines.map(({ id, name, colour }) => {
      const whole = colour === null ? name : `${name} in ${colour}`
      const count = (counts.get(whole) ?? 0) + 1
      counts.set(whole, count)
      return [id, count === 1 ? whole : `${whole} (${count})`]
    }),
  )
}

/** Calls a function of the database with the page's token. */
export type CallFunction = <Answer>(
  name: string,
  args?: Readonly<Record<string, unknown>>,
  session?: string | null,
) => Promise<Answer>

/**
 * The client of the page, which has no session: a function's name and arguments are a POST, so that the token is in no
 * address. It throws an `AppError`, whose message is for the reader.
 */
export function createCallFunction(config: BackendConfig, token: string): CallFunction {
  // What a function answers with is held by the database's tests.
  return async <Answer>(name: string, args = {}, session: string | null = null): Promise<Answer> => {
    const { isOk, text } = await fetchInTime(`${config.supabaseUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: config.supabaseKey,
        'content-type': 'application/json',
        ...(session !== null && { authorization: `Bearer ${session}` }),
      },
      body: JSON.stringify({ token, ...args }),
    })
      .then(async (response) => ({ isOk: response.ok, text: await response.text() }))
      .catch((error: unknown) => {
        throw toAppError(error)
      })
    let answer: unknown
    try {
      answer = text === '' ? null : JSON.parse(text)
    } catch (error) {
      // A proxy answered in place of the server.
      throw toAppError({ message: String(error) })
    }
    if (!isOk) throw toAppError(answer)
    return answer as Answer
  }
}
