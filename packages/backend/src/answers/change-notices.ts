/** The channels on which the database says that something changed, with who heeds each. */
export interface Heeding {
  /** Told when something changed that visitors and customers may see (migration change_notices). */
  readonly giftwell_changes: Heedful
  /** Told when a session may have ended or somebody's rights may be others (migration answers_for_customers). */
  readonly giftwell_accounts: Heedful
}

/** Keeps what holds until a change is heard of. */
export interface Heedful {
  /** Lets go what was kept: something changed. */
  forget(): void
  /** Whether anything may be kept: only while changes are heard of. */
  allow(isAllowed: boolean): void
}

/** All channels. */
export const channels = ['giftwell_changes', 'giftwell_accounts'] as const satisfies (keyof Heeding)[]

/** Several that heed the same. */
export function heedfulTogether(all: readonly Heedful[]): Heedful {
  return {
    forget() {
      for (const one of all) one.forget()
    },
    allow(isAllowed) {
      for (const one of all) one.allow(isAllowed)
    },
  }
}

/** What the database says of changes, whoever made them and by whatever way. */
export interface ChangeNotices {
  /** Resolves once every change that was committed before has been heard of, or none is heard of at all any more. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}
