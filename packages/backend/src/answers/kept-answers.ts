/** What is kept must say how much room it takes. */
export interface Sized {
  /** Bytes. */
  readonly size: number
}

/** Answers that are given again until something changes, within bounds. */
export interface KeptAnswers<Answer extends Sized> {
  /**
   * The answer to a question: the kept one, or the one that is on its way, or else what `ask` brings, which is then
   * kept. Null when `ask` brings nothing to share, and always, without asking, while nothing may be kept.
   */
  take(question: string, ask: () => Promise<Answer | null>): Promise<Answer | null>
  /** The kept answer to a question, or null when there is none. */
  atHand(question: string): Answer | null
  /** Lets everything go, what is on its way too: whoever asks from now on sees what has changed. */
  forget(): void
  /** Whether anything may be kept: not before it is certain that every change will be heard of. */
  allow(isAllowed: boolean): void
}

export interface KeptAnswersOptions {
  /**
   * How many answers, how many bytes of them all, and how many of one; those that were asked for least recently go
   * first.
   */
  readonly most: { readonly answers: number; readonly bytes: number; readonly bytesOfOne: number }
  /** Milliseconds after which an answer is asked for anew, in case that a change is never heard of. */
  readonly lifetime: number
  /** Milliseconds on a clock that nobody sets. */
  readonly now?: (() => number) | undefined
}

interface Kept<Answer> {
  readonly answer: Answer
  readonly until: number
}

/** Keeps nothing until it is allowed to. Of several who ask the same at once, one asks the database. */
export function createKeptAnswers<Answer extends Sized>({
  most,
  lifetime,
  now = () => performance.now(),
}: KeptAnswersOptions): KeptAnswers<Answer> {
  // In the order in which they were last asked for.
  const kept = new Map<string, Kept<Answer>>()
  const onTheirWay = new Map<string, Promise<Answer | null>>()
  let bytes = 0
  let isAllowed = false
  /** Counts what was heard of; a read that began before the last change may not know of it. */
  let changes = 0

  const drop = (question: string): void => {
    bytes -= kept.get(question)?.answer.size ?? 0
    kept.delete(question)
  }
  const keep = (question: string, answer: Answer): void => {
    drop(question)
    kept.set(question, { answer, until: now() + lifetime })
    bytes += answer.size
    for (const [oldest] of kept) {
      if (kept.size <= most.answers && bytes <= most.bytes) break
      drop(oldest)
    }
  }
  const atHand = (question: string): Answer | null => {
    const found = kept.get(question)
    if (found === undefined) return null
    kept.delete(question)
    kept.set(question, found)
    return found.until > now() ? found.answer : null
  }
  const forget = (): void => {
    changes += 1
    kept.clear()
    onTheirWay.clear()
    bytes = 0
  }

  return {
    atHand,
    async take(question, ask) {
      if (!isAllowed) return null
      const found = atHand(question)
      if (found !== null) return found
      const asked = onTheirWay.get(question)
      if (asked !== undefined) return asked
      const before = changes
      const asking = ask()
        .then((answer) => {
          if (answer !== null && changes === before && answer.size <= most.bytesOfOne) keep(question, answer)
          return answer
        })
        .finally(() => {
          if (onTheirWay.get(question) === asking) onTheirWay.delete(question)
        })
      onTheirWay.set(question, asking)
      return asking
    },
    forget,
    allow(allowed) {
      isAllowed = allowed
      forget()
    },
  }
}
