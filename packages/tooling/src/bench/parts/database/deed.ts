/** Who asks. */
export type Asker = 'visitor' | 'customer' | 'administrator'

/** One request of the website or the back office. */
export interface Question {
  readonly path: string
  /** Sent as JSON; nothing for a GET. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly method?: 'HEAD' | 'PATCH'
}

/** What a person does, as the requests that are sent for it at once. */
export interface Deed {
  /** As in a table: "catalogue page, three filters". */
  readonly name: string
  readonly asker: Asker
  readonly questions: readonly Question[]
  /** One of the questions each time and none twice: a figure without a target, since it costs by the rows that it finds. */
  readonly isNewEachTime?: boolean
}
