import { type LineState, lineStates } from '@giftwell/shared/quotations/order.ts'

/** Where an order is: where its line is that is least far. */
export const orderStates = { proof: 'Proof', ...lineStates, cancelled: 'Cancelled' } as const

export type OrderState = keyof typeof orderStates

/** The colour of each state's badge. */
export const stateColours: Readonly<Record<OrderState, string>> = {
  proof: 'marigold',
  preparing: 'gray',
  production: 'aubergine',
  packed: 'aubergine',
  dispatched: 'aubergine',
  delivered: 'leaf',
  returned: 'brick',
  cancelled: 'gray',
}

/** Whether a text is a state of orders. */
export function isOrderState(text: string): text is OrderState {
  return Object.hasOwn(orderStates, text)
}

/** A line as far as its steps go. */
export interface SteppedLine {
  readonly id: string
  readonly state: LineState
  /** Whether it needs no proof, or its newest one is approved; not known in lists and offline. */
  readonly is_approved?: boolean | null
}

/** The steps of lines, with the label of each button. */
export const orderSteps = {
  production: 'Start production',
  packed: 'Mark as packed',
  dispatched: 'Dispatch',
  delivered: 'Mark as delivered',
  returned: 'Mark as returned',
} as const

/** A step of lines. */
export type OrderStep = keyof typeof orderSteps

const takenFrom: Readonly<Record<OrderStep, readonly LineState[]>> = {
  production: ['preparing'],
  packed: ['preparing', 'production'],
  dispatched: ['preparing', 'production', 'packed'],
  delivered: ['dispatched'],
  returned: ['dispatched', 'delivered'],
}

/** Whether a line may take a step, as far as is known here; the database decides. */
export function mayTake(step: OrderStep, line: SteppedLine): boolean {
  return takenFrom[step].includes(line.state) && !isHeld(line)
}

/** Whether a line waits for the approval of its proof. */
function isHeld({ state, is_approved: isApproved }: SteppedLine): boolean {
  return state === 'preparing' && isApproved === false
}
