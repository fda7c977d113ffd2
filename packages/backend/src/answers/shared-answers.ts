import { compressedJson } from '../http/compressed-json.ts'
import { askedQuestion, type AskedRequest, type Question } from './asked-question.ts'
import type { ChangeNotices } from './change-notices.ts'
import { type AskDirectly, isAskedDirectly } from './direct-answers.ts'
import type { KeptAnswers } from './kept-answers.ts'
import type { KnownCustomers } from './known-customers.ts'
import { isSameForCustomers } from './questions-of-customers.ts'
import {
  type AnswerAsked,
  type GivenAnswer,
  readAnswer,
  type StoredAnswer,
  storeAnswer,
} from './stored-answer.ts'

/**
 * The answers that everybody without a session gets, and those that every customer gets: each asked of the database
 * once until something changes.
 */
export interface SharedAnswers {
  /**
   * Answers a request to the tables and functions, compressed: with what is kept if whoever asks may have it, and with
   * what `ask` brings otherwise. A write is answered once everybody's next read here sees it.
   */
  answer(request: Request, ask: () => Promise<Response>): Promise<Response>
  /**
   * What is kept for a request and can go out as it is; null for all others. This is what nearly every request comes to,
   * and it is answered without a promise.
   */
  atOnce(request: AskedRequest): GivenAnswer | null
  /**
   * What the database answers to one of the questions that it is asked directly, and keeps that. Null, or what resolves
   * to null, for all others, which `answer` knows about.
   */
  soon(request: AskedRequest): Promise<GivenAnswer | null> | null
  /** Resolves once everything that was written before is known here: a session's end, too. */
  caughtUp(): Promise<void>
  readonly textFor: AnonymousText
}

/**
 * What the API answers to a GET of `pathWithQuery` ("/rest/v1/rpc/catalogue_page?page_size=48") from a browser without a
 * session, as the JSON text of its body; null when it answers with an error. It is never older than the last write, costs
 * next to nothing while nothing changes, and holds nothing that is meant for anybody in particular. Ask with the same
 * words as the website's client does: both then share one answer.
 */
export type AnonymousText = (pathWithQuery: string) => Promise<string | null>

interface SharedAnswersParts {
  /** What visitors are answered and what customers are, each within bounds of its own. */
  readonly kept: {
    readonly visitors: KeptAnswers<StoredAnswer>
    readonly customers: KeptAnswers<StoredAnswer>
  }
  readonly customers: KnownCustomers
  readonly notices: Pick<ChangeNotices, 'caughtUp'>
  readonly publishableKey: string
  readonly askDirectly: AskDirectly
  /** Asks the database, for the website itself. */
  readonly ask: (request: Request) => Promise<Response>
}

/** With whom an answer is shared. */
interface Sharers {
  readonly kept: KeptAnswers<StoredAnswer>
  readonly cacheControl: string
  readonly account: string | null
}

/** Answers from `kept`, which whoever heeds the `notices` empties and allows to keep anything. */
export function createSharedAnswers({
  kept,
  customers,
  notices,
  publishableKey,
  askDirectly,
  ask,
}: SharedAnswersParts): SharedAnswers {
  const visitors: Sharers = { kept: kept.visitors, cacheControl: 'no-cache', account: null }
  const sharersWith = async (question: Question): Promise<Sharers | null> => {
    if (question.token === null) return visitors
    if (!isSameForCustomers(question)) return null
    const account = await customers.find(question.token)
    return account === null ? null : { kept: kept.customers, cacheControl: 'private, no-cache', account }
  }
  const takenDirectly = async (question: Question): Promise<StoredAnswer | null> => {
    const sharers = await sharersWith(question)
    if (sharers === null) return null
    return sharers.kept.take(question.words, async () => {
      const direct = await askDirectly(question, sharers.account)
      return direct && storeAnswer(direct, sharers.cacheControl)
    })
  }
  const taken = async (
    question: Question | null,
    answerTo: () => Promise<Response>,
  ): Promise<StoredAnswer | Response> => {
    const sharers = question === null ? null : await sharersWith(question)
    if (question === null || sharers === null) return answerTo()
    let own: Response | undefined
    const stored = await sharers.kept.take(question.words, async () => {
      own = await answerTo()
      return own.status === 200 ? storeAnswer(await readAnswer(own), sharers.cacheControl) : null
    })
    // What cannot be shared belongs to whoever asked; the others ask for themselves.
    return stored ?? own ?? answerTo()
  }
  const atHand = ({ token, words, ...question }: Question): StoredAnswer | null => {
    if (token === null) return kept.visitors.atHand(words)
    const isKnown = isSameForCustomers({ token, words, ...question }) && customers.atHand(token) !== null
    return isKnown ? kept.customers.atHand(words) : null
  }
  return {
    async answer(request, answerTo) {
      const asked = asRequested(request)
      const found = await taken(askedQuestion(asked, publishableKey), answerTo)
      if (found instanceof Response) {
        if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) await notices.caughtUp()
        return compressedJson(found, request.headers.get('accept-encoding') ?? undefined)
      }
      const { body, ...about } = await found.give(askedBy(asked))
      return new Response(body, about)
    },
    atOnce(request) {
      const question = askedQuestion(request, publishableKey)
      return question === null ? null : (atHand(question)?.giveAtOnce(askedBy(request)) ?? null)
    },
    soon(request) {
      const question = askedQuestion(request, publishableKey)
      if (question === null || !isAskedDirectly(question)) return null
      return takenDirectly(question).then(async (found) => found?.give(askedBy(request)) ?? null)
    },
    caughtUp: notices.caughtUp,
    async textFor(pathWithQuery) {
      // As the website's own client sends it, so that both share one answer.
      const request = new Request(new URL(pathWithQuery, 'http://localhost'), {
        headers: { apikey: publishableKey, accept: 'application/json', 'accept-profile': 'public' },
      })
      const question = askedQuestion(asRequested(request), publishableKey)
      const direct = question && isAskedDirectly(question) ? await takenDirectly(question) : null
      const found = direct ?? (await taken(question, async () => ask(request)))
      if (!(found instanceof Response)) return found.text
      return found.status === 200 ? found.text() : null
    },
  }
}

function asRequested({ method, url, headers }: Request): AskedRequest {
  const { pathname, search } = new URL(url)
  return { method, target: pathname + search, header: (name) => headers.get(name) }
}

function askedBy({ header }: AskedRequest): AnswerAsked {
  return { acceptEncoding: header('accept-encoding'), ifNoneMatch: header('if-none-match') }
}
