import { toAppError } from '@giftwell/shared/kernel/app-error.ts'
import { sessionStorageKey } from '@giftwell/shared/kernel/backend.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import type { SiteDetails } from '@giftwell/shared/kernel/brand.ts'
import { fetchInTime } from '@giftwell/shared/kernel/with-timeout.ts'
import type { GivenByBuyer } from '@giftwell/shared/quotations/buyer-details.ts'
import type { LinkedOrder } from '@giftwell/shared/quotations/order.ts'
import type { QuotationFigures } from '@giftwell/shared/quotations/tax-figures.ts'
import type {
  QuotationChoice,
  QuotationContent,
  QuotationLine,
  QuotationSeller,
  SentVersion,
} from '@giftwell/shared/quotations/quotation.ts'
import { type QuotationChange, quotationChanges } from '@giftwell/shared/quotations/quotation-changes.ts'
import type { OwnSample } from '../inquiry/own-sample.ts'
import { quotationSheet, type QuotationSheet } from '@giftwell/shared/quotations/quotation-sheet.ts'

/** A line as its link shows it. */
export type OpenedLine = QuotationLine & { readonly image_widths?: readonly number[] | null }

/** A version that was sent, without what only the seller reads (the database's `version_as_sent`). */
interface VersionAsSent
  extends
    QuotationContent,
    Pick<SentVersion, 'number' | 'revision' | 'sent_at' | 'valid_until'>,
    Pick<SentVersion['frozen'], 'place' | 'figures'>,
    Pick<QuotationSeller, 'rounds_off' | 'credit_note'> {
  readonly seller: Omit<QuotationSeller, 'rounds_off' | 'credit_note'>
}

/** A quotation as its link shows it (the database's `open_quotation`). */
export interface OpenedQuotation
  extends Omit<VersionAsSent, 'lines'>, Pick<SentVersion, 'accepted'>, Partial<GivenByBuyer> {
  readonly state: 'sent' | 'expired' | 'accepted' | 'declined' | 'change_asked'
  /** A colleague of the buyer, who shares it, only reads. */
  readonly purpose: 'buyer' | 'approval' | 'colleague'
  readonly lines: readonly OpenedLine[]
  /** The version that a buyer's version replaced, until it is accepted; null for the first. */
  readonly before?: VersionAsSent | null
  /** The owner's text on what follows an acceptance. */
  readonly next_steps?: string | null
  /** What became of the acceptance; null without an order, missing of an earlier server. */
  readonly order?: LinkedOrder | null
  readonly comments: readonly QuotationComment[]
  readonly approvals: readonly {
    readonly email: string
    readonly state: 'asked' | 'approved' | 'rejected'
    readonly name: string | null
    readonly note: string | null
    readonly at: string
    /** The decided choice, or the colleague's choice to approve, with its total in paise. */
    readonly choice: QuotationChoice
    /** In words, "100 of Mug"; null where there is nothing to choose. */
    readonly chosen: string | null
    readonly total_paise: number
  }[]
  /** The choice that a colleague should approve; the figures are its own. */
  readonly asked?: QuotationChoice
  /** Null for a colleague; missing of an earlier server. */
  readonly samples?: readonly OwnSample[] | null
  readonly needs_code: boolean
  readonly site: SiteDetails
}

/** A comment by the seller, the buyer or a colleague. */
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

/** The data that our server puts into the document. */
export interface ServedQuotation {
  readonly config: BackendConfig
  readonly opened: OpenedQuotation | EndedQuotation
}

/** An opened quotation as the version that was sent, from nothing of today. */
function versionOf(opened: OpenedQuotation, of: VersionAsSent = opened): SentVersion {
  const { seller, place, rounds_off, credit_note, figures } = of
  const frozen = {
    seller: { ...seller, rounds_off, credit_note },
    place,
    choice: { quantities: {}, options: {} },
    figures,
  }
  return { ...of, accepted: of === opened ? opened.accepted : null, content: of, frozen }
}

/** The sheet of an opened quotation, for the choice of its reader. */
export function sheetOf(
  opened: OpenedQuotation,
  choice?: QuotationChoice,
  figures?: QuotationFigures,
): QuotationSheet {
  return quotationSheet(versionOf(opened), choice, figures)
}

/** A revision's changes for its buyer; empty for a first version. */
export function changesOf(opened: OpenedQuotation): readonly QuotationChange[] {
  const { before } = opened
  return before ? quotationChanges(versionOf(opened, before), versionOf(opened)) : []
}

/** An opened quotation with the reader's choice and figures as the initial ones. */
export function chosenVersion(
  opened: OpenedQuotation,
  choice: QuotationChoice,
  figures: QuotationFigures,
): SentVersion {
  const version = versionOf(opened)
  return { ...version, frozen: { ...version.frozen, choice, figures } }
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
  // The database's tests check the shape of the response.
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
      // A proxy answered instead of the server.
      throw toAppError({ message: String(error) })
    }
    if (!isOk) throw toAppError(answer)
    return answer as Answer
  }
}

/** The session of the website in this browser; null without one. */
export function storedSession(): string | null {
  try {
    const token: unknown = recordOf(JSON.parse(localStorage.getItem(sessionStorageKey) ?? 'null'))[
      'access_token'
    ]
    return typeof token === 'string' ? token : null
  } catch {
    // The browser forbids storage, so there is no session.
    return null
  }
}
