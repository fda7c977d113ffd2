import { counted } from '@giftwell/shared/kernel/counted.ts'
import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { coloursText } from '@giftwell/shared/catalogue/inquiry-line.ts'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useState } from 'react'

import { SharedLink, useSharedLink } from '../inquiry/share-basket.tsx'
import {
  type Answer,
  contentOf,
  maxShared,
  type Shortlist,
  type ShortlistItem,
  shortlistIn,
} from '../inquiry/shortlist-address.ts'
import { PlainField } from '../lead/plain-field.tsx'
import { draftKeyPrefix, readStored, writeStored } from '../page/browser-storage.ts'
import classes from './answers.module.css'

const labels: Readonly<Record<Answer, string>> = { yes: 'Looks good', no: 'Not this one' }

const storageKey = `${draftKeyPrefix}answer`

/** Whether a link carries an answer. */
export function isAnswer({ items }: Shortlist): boolean {
  return items.some(({ answer }) => answer !== undefined)
}

/** The answers to a shared basket, stored by the tab until another link is opened. */
export function useAnswer(fragment: string, shared: Shortlist) {
  const [draft, setDraft] = useState(() => storedAnswer(fragment) ?? { ...shared, from: '', message: '' })
  function change(next: Shortlist) {
    setDraft(next)
    writeStored('sessionStorage', storageKey, JSON.stringify({ fragment, content: contentOf(next) }))
  }
  return {
    draft,
    changeFrom: (from: string) => change({ ...draft, from }),
    changeItem: (id: string, answer: Pick<ShortlistItem, 'answer' | 'comment'>) =>
      change({
        ...draft,
        items: draft.items.map((item) => (item.id === id ? { ...item, ...answer } : item)),
      }),
  }
}

function storedAnswer(fragment: string): Shortlist | null {
  const stored = recordOf(parseJson(readStored('sessionStorage', storageKey)))
  return stored.fragment === fragment ? shortlistIn(stored.content) : null
}

interface AnswerFieldsProps {
  readonly name: string
  readonly item: ShortlistItem | undefined
  readonly onChange: (answer: Pick<ShortlistItem, 'answer' | 'comment'>) => void
}

/** The answer to a product: one of two buttons, and a comment. A second press removes the answer. */
export function AnswerFields({ name, item, onChange }: AnswerFieldsProps) {
  const { answer, comment = '' } = item ?? {}
  return (
    <div role="group" aria-label={name} className={`${classes.fields} no-print`}>
      {(['yes', 'no'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={classes.toggle}
          data-answer={each}
          aria-pressed={answer === each}
          onClick={() =>
            onChange(answer === each ? { answer: undefined, comment: undefined } : { answer: each, comment })
          }
        >
          {labels[each]}
        </button>
      ))}
      {answer !== undefined && (
        <PlainField
          label="Comment"
          aria-label={`Comment on ${name}`}
          className={classes.comment}
          maxLength={maxShared.comment}
          value={comment}
          onChange={({ currentTarget }) => onChange({ answer, comment: currentTarget.value })}
        />
      )}
    </div>
  )
}

/** An answer as its link carries it. */
export function GivenAnswer({ item: { answer, comment } }: { readonly item: ShortlistItem }) {
  return (
    <p className={classes.given} data-answer={answer}>
      <strong>{answer === undefined ? 'No answer' : labels[answer]}</strong>
      {comment && <span>“{comment}”</span>}
    </p>
  )
}

/** How many products have which answer: "3 look good, 1 is not wanted, 1 has no answer." */
export function answerCounts(items: readonly ShortlistItem[]): string {
  const count = (answer?: Answer) => items.filter((item) => item.answer === answer).length
  const [good, bad, none] = [count('yes'), count('no'), count()]
  return `${[
    good > 0 && counted(good, 'looks good', 'look good'),
    bad > 0 && counted(bad, 'is not wanted', 'are not wanted'),
    none > 0 && counted(none, 'has no answer', 'have no answer'),
  ]
    .filter(Boolean)
    .join(', ')}.`
}

interface AnswerPanelProps {
  readonly draft: Shortlist
  /** The names of the products that are shown, by their ids. */
  readonly names: ReadonlyMap<string, string>
  readonly onFrom: (from: string) => void
}

/** The answer to be sent: as a link, or as an e-mail of the colleague's own. Nothing is stored on a server. */
export function AnswerPanel({ draft, names, onFrom }: AnswerPanelProps) {
  const { share, ...made } = useSharedLink({ ...draft, from: draft.from.trim() })
  const isEmpty = !isAnswer(draft)
  return (
    <section className={`${classes.panel} no-print`} aria-labelledby="answer">
      <h2 id="answer">Your answer</h2>
      <p>
        {isEmpty
          ? 'Choose “Looks good” or “Not this one” for the products above, then make a link with your answer for the person who shared them.'
          : answerCounts(draft.items.filter(({ id }) => names.has(id)))}
      </p>
      {!isEmpty && (
        <>
          <PlainField
            label="Your name"
            autoComplete="name"
            maxLength={maxShared.from}
            value={draft.from}
            onChange={({ currentTarget }) => onFrom(currentTarget.value)}
          />
          <div className={classes.actions}>
            <Button onClick={() => void share()}>Make a link with my answer</Button>
            <Button component="a" variant="default" href={mailOf(draft, names)}>
              Reply by e-mail
            </Button>
          </div>
          <SharedLink
            {...made}
            label="Link to your answer"
            button="Make a link with my answer"
            hint="Send it to the person who shared the products. It shows what you think of each one."
          />
        </>
      )}
    </section>
  )
}

/** Programs for e-mail cut longer addresses off. */
const maxMailLength = 1900

/** The answer as an e-mail to be addressed, as many of its lines as fit. */
export function mailOf({ items, from }: Shortlist, names: ReadonlyMap<string, string>): string {
  const lines = items.flatMap(({ id, quantity, colours, answer, comment }) => {
    const name = names.get(id)
    if (name === undefined || answer === undefined) return []
    const count = quantity === null ? '' : ` (${quantity.toLocaleString('en-IN')})`
    const inColours = colours ? ` in ${coloursText(colours)}` : ''
    return [`${labels[answer]}: ${name}${inColours}${count}${comment ? `. ${comment}` : ''}`]
  })
  const subject = `About the gifts that you shared${from.trim() && `, from ${from.trim()}`}`
  const mail = (body: readonly string[]) =>
    `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.join('\r\n'))}`
  const whole = mail(lines)
  if (whole.length <= maxMailLength) return whole
  for (let count = lines.length - 1; count > 0; count -= 1) {
    const part = mail([...lines.slice(0, count), `and ${lines.length - count} more`])
    if (part.length <= maxMailLength) return part
  }
  return mail([])
}
