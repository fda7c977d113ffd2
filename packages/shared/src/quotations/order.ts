/** A version of a line's proof. */
export interface Proof {
  readonly id: string
  readonly version: number
  readonly name: string
  /** The seller's words to the buyer. */
  readonly note: string | null
  readonly sha256: string
  /** Bytes; missing once the file is erased. */
  readonly size: number | null
  /** ISO 8601. */
  readonly created_at: string
  /** Null while the buyer has not answered. */
  readonly decision: 'approved' | 'change' | null
  readonly decided_at: string | null
  readonly decided_by: string | null
  readonly comment: string | null
  /** Whether the line has changed since; an older server does not say. */
  readonly is_outdated?: boolean
}

/** Where a line of an order is; what needs a proof reads "Proof" while it is prepared. */
export const lineStates = {
  preparing: 'Preparing',
  production: 'In production',
  packed: 'Packed',
  dispatched: 'Dispatched',
  delivered: 'Delivered',
  returned: 'Returned',
} as const

export type LineState = keyof typeof lineStates

/** The steps that may be e-mailed to an order's buyer. */
export const orderNews = {
  proof: 'A proof is ready',
  production: lineStates.production,
  packed: lineStates.packed,
  dispatched: lineStates.dispatched,
  delivered: lineStates.delivered,
} as const

/** A step that is e-mailed to the buyer. */
export type OrderNews = keyof typeof orderNews

/** A line of an order as its buyer's link shows it. */
export interface LinkedOrderLine {
  readonly id: string
  /** The line's id in the quotation. */
  readonly line_id: string
  readonly name: string
  readonly quantity: number
  readonly state: LineState
  readonly needs_proof: boolean
  readonly dispatched: number
  readonly delivered: number
  /** The newest first. */
  readonly proofs: readonly Proof[]
}

/** A parcel of an order as its buyer's link shows it. */
export interface Parcel {
  readonly id: string
  readonly line_id: string
  readonly quantity: number
  readonly courier: string | null
  readonly tracking_number: string | null
  readonly tracking_url: string | null
  /** The recipient or the PIN code; null without a place. */
  readonly place: string | null
  readonly dispatched_at: string
  readonly delivered_at: string | null
}

/** The order of an accepted quotation as its buyer's link shows it (the database's `order_on_link`). */
export interface LinkedOrder {
  readonly number: string
  readonly needed_by: string | null
  readonly cancelled_at: string | null
  readonly cancel_reason: string | null
  readonly advance_paise: number | null
  readonly advance_received_on: string | null
  readonly news: readonly OrderNews[]
  readonly lines: readonly LinkedOrderLine[]
  readonly parcels: readonly Parcel[]
  /** How many delivery places it has. */
  readonly places: number
}

/** The name of a line's state: while a proof is still to be approved, "Proof". */
export function orderStateName({
  state,
  needs_proof: needsProof,
}: Pick<LinkedOrderLine, 'state' | 'needs_proof'>): string {
  return state === 'preparing' && needsProof ? 'Proof' : lineStates[state]
}

/** Whether a line's newest proof is to be decided: not of a line that is made, or that needs none any more. */
export function isToDecide({
  state,
  needs_proof: needsProof,
  proofs,
}: Pick<LinkedOrderLine, 'state' | 'needs_proof'> & {
  readonly proofs: readonly Pick<Proof, 'decision' | 'is_outdated'>[]
}): boolean {
  return state === 'preparing' && needsProof && proofs[0]?.decision === null && !proofs[0].is_outdated
}

/** The state of a line's proof in words; null if there is nothing to report. */
export function proofText(line: Pick<LinkedOrderLine, 'state' | 'needs_proof' | 'proofs'>): string | null {
  const [newest] = line.proofs
  if (newest === undefined)
    return line.needs_proof && line.state === 'preparing' ? 'We are preparing a proof.' : null
  if (isToDecide(line)) return `Proof ${newest.version} is waiting for your approval.`
  if (newest.is_outdated && line.state === 'preparing' && line.needs_proof)
    return `The order has changed since proof ${newest.version}. We are preparing a new one.`
  if (newest.decision === null) return null
  return newest.decision === 'approved'
    ? `Proof ${newest.version} is approved by ${newest.decided_by}.`
    : `A change to proof ${newest.version} was requested by ${newest.decided_by}.`
}
