import type { Rate } from './quota.ts'

/** One kind of request that the public may make, and how often. */
export interface Limit {
  /** Which answers count: those of requests that were accepted, or of those that were refused (status 400 to 499). */
  readonly counts: 'accepted' | 'refused'
  /** For everything from one client address. */
  readonly perAddress: readonly Rate[]
  /** For everything that names one e-mail address at one client address. */
  readonly perPair?: readonly Rate[]
  /**
   * For everything that names one e-mail address, from anywhere. Where there is a rate per pair this one is much
   * higher: one stranger is not to use up what belongs to the owner of the e-mail address.
   */
  readonly perEmail: readonly Rate[]
  /** For everything that is asked for with one account's token. */
  readonly perAccount?: readonly Rate[]
  /** Whether an account that has signed in at this client address before is counted apart from all others. */
  readonly sparesKnownDevices?: boolean
  /** What there were too many of, for the sentence that the person reads. */
  readonly tooMany: 'attempts' | 'inquiries'
}

const minute = 60
const hour = 60 * minute

const limitTable = {
  // Guessing passwords. Whoever knows theirs is never counted.
  failedSignIn: {
    counts: 'refused',
    sparesKnownDevices: true,
    perAddress: [{ count: 30, seconds: 5 * minute }],
    perPair: [{ count: 10, seconds: 5 * minute }],
    perEmail: [{ count: 100, seconds: 5 * minute }],
    tooMany: 'attempts',
  },
  // Each costs the server a tenth of a second of hashing, right or wrong.
  signIn: {
    counts: 'accepted',
    sparesKnownDevices: true,
    perAddress: [{ count: 600, seconds: 5 * minute }],
    perEmail: [],
    tooMany: 'attempts',
  },
  // Each sends an e-mail to an address that its sender need not own.
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
  // These are sent for an account: to its address, or to one that it would like to have.
  accountMail: {
    counts: 'accepted',
    perAddress: [{ count: 30, seconds: hour }],
    perEmail: [{ count: 5, seconds: hour }],
    perAccount: [{ count: 5, seconds: hour }],
    tooMany: 'attempts',
  },
  // Guessing what an e-mail's link or a session holds: hopeless anyway, and refused with ease.
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
  // The database holds the same limits for an hour itself, for servers that are not this one.
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

/** The name of one of the limits. */
export type LimitName = keyof typeof limitTable

/** Every limit on what the public may call, far above what people do and far below what harms. */
export const limits: Readonly<Record<LimitName, Limit>> = limitTable
