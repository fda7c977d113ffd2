/**
 * A number of requests per period, in a burst or evenly spread. A client that bursts and then takes each one as it
 * becomes free gets at most twice the number in the first period.
 */
export interface Rate {
  readonly count: number
  readonly seconds: number
}

/** The rate limits of one kind of public request. */
export interface Limit {
  /** Which requests count: accepted ones, or refused ones (status 400 to 499). */
  readonly counts: 'accepted' | 'refused'
  readonly perAddress?: readonly Rate[]
  /** Per e-mail address at one client address. */
  readonly perPair?: readonly Rate[]
  /**
   * Per e-mail address, from any client address. Much higher than a rate per pair, so that another client cannot use up the
   * quota of the e-mail address's owner.
   */
  readonly perEmail?: readonly Rate[]
  /** Per account, by its token. */
  readonly perAccount?: readonly Rate[]
  /** Per session, by its access token or its refresh token. */
  readonly perSession?: readonly Rate[]
  /** Whether an account that has signed in at this client address before has a quota of its own. */
  readonly sparesKnownDevices?: boolean
  /** The noun of the error message, when it is not `attempts`. */
  readonly tooMany?: 'inquiries'
}

const minute = 60
const hour = 60 * minute

/** Each sends an e-mail to an address that the client may not own. */
const mails = {
  counts: 'accepted',
  perAddress: [{ count: 30, seconds: hour }],
  perEmail: [{ count: 5, seconds: hour }],
} satisfies Limit

const limitTable = {
  // Against guessing passwords. Correct passwords are not counted.
  failedSignIn: {
    counts: 'refused',
    sparesKnownDevices: true,
    perAddress: [{ count: 30, seconds: 5 * minute }],
    perPair: [{ count: 10, seconds: 5 * minute }],
    perEmail: [{ count: 100, seconds: 5 * minute }],
  },
  // Each costs a tenth of a second of hashing, right or wrong.
  signIn: {
    counts: 'accepted',
    sparesKnownDevices: true,
    perAddress: [{ count: 600, seconds: 5 * minute }],
  },
  signUp: { ...mails, perAddress: [{ count: 60, seconds: hour }] },
  passwordReset: mails,
  otherMail: mails,
  // E-mails that an account requests.
  accountMail: { ...mails, perAccount: [{ count: 5, seconds: hour }] },
  // Against guessing the codes of a second factor, since three of a million are valid at once, and a re-entered
  // password.
  failedCode: {
    counts: 'refused',
    perAddress: [{ count: 60, seconds: 5 * minute }],
    perAccount: [
      { count: 5, seconds: minute },
      { count: 30, seconds: hour },
    ],
  },
  // Against guessing tokens of links and sessions, which is infeasible, and cheap to reject.
  failedLink: { counts: 'refused', perAddress: [{ count: 60, seconds: 5 * minute }] },
  failedRefresh: { counts: 'refused', perAddress: [{ count: 300, seconds: 5 * minute }] },
  // Each writes rows that stay for days or permanently. A session needs one refresh an hour for all its tabs.
  refresh: { counts: 'accepted', perSession: [{ count: 30, seconds: hour }] },
  challenge: { counts: 'accepted', perSession: [{ count: 10, seconds: 5 * minute }] },
  accountChange: { counts: 'accepted', perAccount: [{ count: 60, seconds: hour }] },
  newSession: { counts: 'accepted', perEmail: [{ count: 1000, seconds: 24 * hour }] },
  // Against guessing API keys, which is infeasible, and cheap to reject.
  failedApiKey: { counts: 'refused', perAddress: [{ count: 60, seconds: 5 * minute }] },
  apiKey: {
    counts: 'accepted',
    perAccount: [
      { count: 120, seconds: minute },
      { count: 3000, seconds: hour },
    ],
    perAddress: [{ count: 600, seconds: minute }],
  },
  // The database has hourly limits, too, for other servers.
  lead: {
    counts: 'accepted',
    tooMany: 'inquiries',
    perAddress: [
      { count: 60, seconds: minute },
      { count: 300, seconds: hour },
    ],
    perPair: [{ count: 40, seconds: hour }],
    perEmail: [{ count: 200, seconds: hour }],
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limitTable

/** All rate limits, far above normal use and far below harmful use. */
export const limits: Readonly<Record<LimitName, Limit>> = limitTable

/** The limits of requests by their paths, whatever the method. */
const limitsByPath: Readonly<Record<string, readonly LimitName[]>> = {
  '/auth/v1/signup': ['signUp'],
  '/auth/v1/recover': ['passwordReset'],
  '/auth/v1/resend': ['otherMail'],
  '/auth/v1/otp': ['otherMail'],
  '/auth/v1/magiclink': ['otherMail'],
  '/auth/v1/verify': ['failedLink'],
  '/auth/v1/reauthenticate': ['accountMail'],
  '/auth/v1/user': ['accountChange', 'failedCode'],
  '/auth/v1/factors/*/verify': ['failedCode'],
  '/auth/v1/factors/*/challenge': ['challenge'],
  '/rest/v1/leads': ['lead'],
  '/rest/v1/rpc/send_inquiry': ['lead'],
  '/rest/v1/rpc/send_sample_inquiry': ['lead'],
  '/rest/v1/rpc/request_samples': ['failedLink'],
  '/rest/v1/rpc/judge_sample': ['failedLink'],
  '/rest/v1/rpc/open_inquiry': ['failedLink'],
  '/rest/v1/rpc/inquiry_data': ['failedLink'],
  '/rest/v1/rpc/add_to_inquiry': ['failedLink', 'lead'],
  '/rest/v1/rpc/withdraw_inquiry': ['failedLink', 'lead'],
  '/rest/v1/rpc/delete_inquiry_details': ['failedLink'],
  '/rest/v1/rpc/take_back_consent': ['failedLink'],
  '/rest/v1/rpc/open_invitation': ['failedLink'],
  '/rest/v1/rpc/accept_invitation': ['failedLink'],
  '/rest/v1/rpc/request_my_data': ['otherMail'],
  '/rest/v1/rpc/open_my_data': ['failedLink'],
  '/rest/v1/rpc/ask_about_my_data': ['failedLink'],
  '/rest/v1/rpc/erase_my_data': ['failedLink'],
  '/rest/v1/rpc/open_quotation': ['failedLink'],
  '/rest/v1/rpc/open_calendar': ['failedLink'],
  '/rest/v1/rpc/open_campaign_link': ['failedLink'],
  '/rest/v1/rpc/price_quotation': ['failedLink'],
  '/rest/v1/rpc/see_quotation': ['failedLink'],
  '/rest/v1/rpc/accept_quotation': ['failedLink'],
  '/rest/v1/rpc/decline_quotation': ['failedLink'],
  '/rest/v1/rpc/ask_for_change': ['failedLink'],
  '/rest/v1/rpc/comment_on_quotation': ['failedLink'],
  '/rest/v1/rpc/decide_approval': ['failedLink'],
  '/rest/v1/rpc/ask_colleague': ['failedLink', 'otherMail'],
  '/rest/v1/rpc/send_acceptance_code': ['failedLink', 'otherMail'],
  '/rest/v1/rpc/send_current_quotation': ['otherMail'],
  '/rest/v1/rpc/save_buyer_details': ['failedLink'],
  '/rest/v1/rpc/remove_purchase_order': ['failedLink'],
  '/rest/v1/rpc/purchase_order_file': ['failedLink'],
  '/rest/v1/rpc/order_again': ['failedLink'],
  '/rest/v1/rpc/remove_artwork': ['failedLink'],
  '/rest/v1/rpc/attach_artwork': ['failedLink'],
  '/rest/v1/rpc/attach_purchase_order': ['failedLink'],
  '/rest/v1/rpc/decide_proof': ['failedLink'],
  '/rest/v1/rpc/proof_file': ['failedLink'],
  '/rest/v1/rpc/choose_order_news': ['failedLink'],
}

/** Tables and resources that are read by GET and written by other methods; only administrators change or delete leads. */
const unlimited: Readonly<Record<string, readonly string[]>> = {
  '/rest/v1/leads': ['GET', 'HEAD', 'PATCH', 'DELETE'],
  '/auth/v1/user': ['GET', 'HEAD'],
}

/** A request to the API; its path is decoded, as the router reads it. */
export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
}

/** The limits that apply to a request. */
export function limitsOfRequest({ method, path, query }: ApiRequest): readonly LimitName[] {
  const plain = path.replace(/(?<!\/)\/+$/, '')
  // It is answered by the headers of the service alone.
  if (method === 'OPTIONS' || unlimited[plain]?.includes(method) === true) return []
  if (plain === '/auth/v1/token') {
    // Anything but a plain refresh counts as a sign-in with a password.
    const isRefresh = query.getAll('grant_type').join() === 'refresh_token'
    return isRefresh ? ['failedRefresh', 'refresh'] : ['failedSignIn', 'signIn', 'newSession']
  }
  return limitsByPath[plain.replace(/(?<=\/factors\/)[^/]+(?=\/)/, '*')] ?? []
}
