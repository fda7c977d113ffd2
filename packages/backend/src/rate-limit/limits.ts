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
  /** Per client address. */
  readonly perAddress: readonly Rate[]
  /** Per e-mail address at one client address. */
  readonly perPair?: readonly Rate[]
  /**
   * Per e-mail address, from any client address. Much higher than a rate per pair, so that another client cannot use up the
   * quota of the e-mail address's owner.
   */
  readonly perEmail: readonly Rate[]
  /** Per account, by its token. */
  readonly perAccount?: readonly Rate[]
  /** Per session, by its access token or its refresh token. */
  readonly perSession?: readonly Rate[]
  /** Whether an account that has signed in at this client address before has a quota of its own. */
  readonly sparesKnownDevices?: boolean
  /** The noun of the error message. */
  readonly tooMany: 'attempts' | 'inquiries'
}

const minute = 60
const hour = 60 * minute

const limitTable = {
  // Against guessing passwords. Correct passwords are not counted.
  failedSignIn: {
    counts: 'refused',
    sparesKnownDevices: true,
    perAddress: [{ count: 30, seconds: 5 * minute }],
    perPair: [{ count: 10, seconds: 5 * minute }],
    perEmail: [{ count: 100, seconds: 5 * minute }],
    tooMany: 'attempts',
  },
  // Each costs a tenth of a second of hashing, right or wrong.
  signIn: {
    counts: 'accepted',
    sparesKnownDevices: true,
    perAddress: [{ count: 600, seconds: 5 * minute }],
    perEmail: [],
    tooMany: 'attempts',
  },
  // Each sends an e-mail to an address that the client may not own.
  signUp: {
    counts: 'accepted',
    perAddress: [{ count: 60, seconds: hour }],
    perEmail: [{ count: 5, seconds: hour }],
    tooMany: 'attempts',
  },
  passwordReset: {
    counts: 'accepted',
    perAddress: [{ count: 30, seconds: hour }],
    perEmail: [{ count: 5, seconds: hour }],
    tooMany: 'attempts',
  },
  otherMail: {
    counts: 'accepted',
    perAddress: [{ count: 30, seconds: hour }],
    perEmail: [{ count: 5, seconds: hour }],
    tooMany: 'attempts',
  },
  // E-mails that an account asks for.
  accountMail: {
    counts: 'accepted',
    perAddress: [{ count: 30, seconds: hour }],
    perEmail: [{ count: 5, seconds: hour }],
    perAccount: [{ count: 5, seconds: hour }],
    tooMany: 'attempts',
  },
  // Against guessing the codes of a second factor.
  failedCode: {
    counts: 'refused',
    perAddress: [{ count: 60, seconds: 5 * minute }],
    perEmail: [],
    // Three of a million codes are valid at once.
    perAccount: [
      { count: 5, seconds: minute },
      { count: 30, seconds: hour },
    ],
    tooMany: 'attempts',
  },
  // Against guessing tokens of links and sessions, which is infeasible, and cheap to reject.
  failedLink: {
    counts: 'refused',
    perAddress: [{ count: 60, seconds: 5 * minute }],
    perEmail: [],
    tooMany: 'attempts',
  },
  failedRefresh: {
    counts: 'refused',
    perAddress: [{ count: 300, seconds: 5 * minute }],
    perEmail: [],
    tooMany: 'attempts',
  },
  // Each writes rows for good or for days. A session needs one refresh an hour, whatever the number of tabs.
  refresh: {
    counts: 'accepted',
    perAddress: [],
    perEmail: [],
    perSession: [{ count: 30, seconds: hour }],
    tooMany: 'attempts',
  },
  challenge: {
    counts: 'accepted',
    perAddress: [],
    perEmail: [],
    perSession: [{ count: 10, seconds: 5 * minute }],
    tooMany: 'attempts',
  },
  accountChange: {
    counts: 'accepted',
    perAddress: [],
    perEmail: [],
    perAccount: [{ count: 60, seconds: hour }],
    tooMany: 'attempts',
  },
  newSession: {
    counts: 'accepted',
    perAddress: [],
    perEmail: [{ count: 1000, seconds: 24 * hour }],
    tooMany: 'attempts',
  },
  // The database enforces the same hourly limits, for other servers.
  lead: {
    counts: 'accepted',
    perAddress: [
      { count: 60, seconds: minute },
      { count: 300, seconds: hour },
    ],
    perPair: [{ count: 40, seconds: hour }],
    perEmail: [{ count: 200, seconds: hour }],
    tooMany: 'inquiries',
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limitTable

/** All rate limits, far above normal use and far below harmful use. */
export const limits: Readonly<Record<LimitName, Limit>> = limitTable

const mailLimits: Record<string, LimitName> = {
  '/auth/v1/signup': 'signUp',
  '/auth/v1/recover': 'passwordReset',
  '/auth/v1/resend': 'otherMail',
  '/auth/v1/otp': 'otherMail',
  '/auth/v1/magiclink': 'otherMail',
}

/**
 * The limits that apply to a request.
 * @param path the decoded path, as the router below reads it
 */
export function limitsOfRequest({
  method,
  path,
  query,
}: {
  method: string
  path: string
  query: URLSearchParams
}): readonly LimitName[] {
  const plain = path.replace(/\/+$/, '')
  if (method === 'HEAD' || method === 'OPTIONS') return []
  if (plain === '/auth/v1/verify') return ['failedLink']
  if (plain === '/auth/v1/reauthenticate') return ['accountMail']
  if (method === 'GET') return []
  if (/^\/auth\/v1\/factors\/[^/]+\/verify$/.test(plain)) return ['failedCode']
  if (/^\/auth\/v1\/factors\/[^/]+\/challenge$/.test(plain)) return ['challenge']
  if (plain === '/auth/v1/user') return ['accountChange']
  // The policies allow changes and deletions to administrators only.
  if (plain === '/rest/v1/leads') return method === 'PATCH' || method === 'DELETE' ? [] : ['lead']
  if (plain === '/rest/v1/rpc/send_inquiry') return ['lead']
  if (plain === '/auth/v1/token') {
    // Anything but a plain refresh counts as a sign-in with a password.
    const grants = query.getAll('grant_type')
    return grants.length === 1 && grants[0] === 'refresh_token'
      ? ['failedRefresh', 'refresh']
      : ['failedSignIn', 'signIn', 'newSession']
  }
  const limit = mailLimits[plain]
  return limit === undefined ? [] : [limit]
}
