import { compressedJson } from '../http/compressed-json.ts'
import { anonymousQuestion, type AskedRequest } from './anonymous-question.ts'
import type { ChangeNotices } from './change-notices.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { type AnswerAsked, type GivenAnswer, type StoredAnswer, storeAnswer } from './stored-answer.ts'

/** The answers that everybody without a session gets, each asked of the database once until something changes. */
export interface AnonymousAnswers {
  /**
   * Answers a request to the tables and functions, compressed: with what is kept if anybody without a session may have
   * it, and with what `ask` brings otherwise. A write is answered once everybody's next read here sees it.
   */
  answer(request: Request, ask: () => Promise<Response>): Promise<Response>
  /**
   * What is kept for a request and can go out as it is; null for all others, which `answer` knows about. This is what
   * nearly every visitor's request comes to, and it is answered without a promise.
   */
  atOnce(request: AskedRequest): GivenAnswer | null
  readonly textFor: AnonymousText
}

/**
 * What the API answers to a GET of `pathWithQuery` ("/rest/v1/rpc/catalogue_page?page_size=48") from a browser without a
 * session, as the JSON text of its body; null when it answers with an error. It is never older than the last write, costs
 * next to nothing while nothing changes, and holds nothing that is meant for anybody in particular. Ask with the same
 * words as the website's client does: both then share one answer.
 */
export type AnonymousText = (pathWithQuery: string) => Promise<string | null>

interface AnonymousAnswersParts {
  readonly kept: KeptAnswers<StoredAnswer>
  readonly notices: Pick<ChangeNotices, 'caughtUp'>
  readonly publishableKey: string
  /** Asks the database, for the website itself. */
  readonly ask: (request: Request) => Promise<Response>
}

/** Answers from `kept`, which whoever heeds the `notices` empties and allows to keep anything. */
export function createAnonymousAnswers({
  kept,
  notices,
  publishableKey,
  ask,
}: AnonymousAnswersParts): AnonymousAnswers {
  const taken = async (
    request: Request,
    answerTo: () => Promise<Response>,
  ): Promise<StoredAnswer | Response> => {
    const question = anonymousQuestion(asRequested(request), publishableKey)
    if (question === null) return answerTo()
    let own: Response | undefined
    const stored = await kept.take(question, async () => {
      own = await answerTo()
      return own.status === 200 ? storeAnswer(own) : null
    })
    // What cannot be shared belongs to whoever asked; the others ask for themselves.
    return stored ?? own ?? answerTo()
  }
  return {
    async answer(request, answerTo) {
      const found = await taken(request, answerTo)
      if (found instanceof Response) {
        if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) await notices.caughtUp()
        return compressedJson(found, request.headers.get('accept-encoding') ?? undefined)
      }
      const { body, ...about } = await found.give(askedBy(asRequested(request)))
      return new Response(body, about)
    },
    atOnce(request) {
      const question = anonymousQuestion(request, publishableKey)
      return question === null ? null : (kept.atHand(question)?.giveAtOnce(askedBy(request)) ?? null)
    },
    async textFor(pathWithQuery) {
      // As the website's own client sends it, so that both share one answer.
      const request = new Request(new URL(pathWithQuery, 'http://localhost'), {
        headers: { apikey: publishableKey, accept: 'application/json', 'accept-profile': 'public' },
      })
      const found = await taken(request, async () => ask(request))
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
