/** The channel on which the database says that something changed that visitors may see (migration change_notices). */
export const changesChannel = 'giftwell_changes'

/** What the database says of changes, whoever made them and by whatever way. */
export interface ChangeNotices {
  /** Resolves once every change that was committed before has been heard of, or none is heard of at all any more. */
  caughtUp(): Promise<void>
  close(): Promise<void>
}
