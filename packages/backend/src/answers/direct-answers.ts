import type { Database } from '../database/database.ts'
import { requestContext } from '../request-context.ts'
import type { Question } from './asked-question.ts'
import type { ReadAnswer } from './stored-answer.ts'

/**
 * Asks the database itself what a question's function answers, in one statement, past the library.
 * @param account who is asking; null for a visitor
 * @returns null for all that is not plainly asked for or does not go well: the library knows what to say to that
 */
export type AskDirectly = (question: Question, account: string | null) => Promise<ReadAnswer | null>

const answerTo = 'select private.answer_to($1, $2, $3)::text as answer'

/** Text that the library cannot take for nothing, nor for a filter of the answer: "eq.Mugs", "fts(english).mugs". */
const plainText = /^(?![nN][uU][lL][lL]$|[a-z]+(?:\(\w*\))?\.)[^\0]+$/

/** What the functions take, and what of it this way understands as the library does. */
const functions: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'rpc/catalogue_page': {
    industry: plainText,
    category: plainText,
    subcategory: plainText,
    budget: plainText,
    theme: plainText,
    doctor_type: plainText,
    after: /^-?\d{1,19}\.[\da-f-]{36}$/,
    page_size: /^\d{1,4}$/,
  },
  'rpc/catalogue_filters': {},
}

/** What the library says about such an answer. */
const headers = { 'content-range': '0-0/*', 'content-type': 'application/json; charset=utf-8' }

/** Whether a question is plainly for one of the functions that answer directly. */
export function isAskedDirectly(question: Question): boolean {
  return argumentsOf(question) !== null
}

/** Asks by one statement, which is a transaction with the rights of whoever asks (migration answers_for_customers). */
export function createAskDirectly(query: Database['query']): AskDirectly {
  return async (question, account) => {
    const named = argumentsOf(question)
    if (named === null) return null
    const parameters = [account, question.about.slice('rpc/'.length), JSON.stringify(named)]
    // As a request's own, so that the server may take as long for it as for any other.
    const asked = requestContext.run({ id: 'shared', redirectTo: '' }, async () =>
      query(answerTo, parameters),
    )
    const result = await asked.catch(() => null)
    const answer = result?.rows[0]?.['answer']
    return typeof answer === 'string' ? { bytes: Buffer.from(answer), headers } : null
  }
}

function argumentsOf({ about, parameters, isPlain }: Question): Record<string, string> | null {
  const known = Object.hasOwn(functions, about) ? functions[about] : undefined
  if (known === undefined || !isPlain) return null
  const named = Object.fromEntries(parameters)
  const isUnderstood = ([name, value]: [string, string]) =>
    Object.hasOwn(known, name) && known[name]?.test(value) === true
  return Object.keys(named).length === parameters.size && Object.entries(named).every(isUnderstood)
    ? named
    : null
}
