import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { AppError, errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { tokenIn } from '@giftwell/shared/kernel/link-token.ts'
import { DataCopy, type PersonData, useSaveCopy } from '@giftwell/shared/legal/data-copy.tsx'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from '../page/router.tsx'

import { PlainField } from '../lead/plain-field.tsx'
import { PlainForm } from '../lead/plain-form.tsx'
import { PrintButton } from '../page/print-button.tsx'
import { Erased, FocusedHeading } from './erased.tsx'
import classes from './privacy-page.module.css'
import {
  acceptedIn,
  acceptedText,
  askAboutMyData,
  type DataQuestion,
  eraseMyData,
  openMyData,
} from './privacy-queries.ts'

/**
 * An address's data, by a link sent there. Nothing is opened before the button is pressed, since programs that
 * scan e-mails open links.
 */
export function DataPage() {
  const site = useSite()
  const token = tokenIn(useLocation().hash.slice(1))
  return (
    <main id="content" className={classes.page}>
      <title>{`Your data · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {token === '' ? (
        <>
          <h1 className="page-title">Your data</h1>
          <p className={classes.intro}>
            This address is not complete. Please open the link in the e-mail, or{' '}
            <Link to="/privacy#request">ask for a new one</Link>.
          </p>
        </>
      ) : (
        <DataOf key={token} token={token} />
      )}
    </main>
  )
}

function DataOf({ token }: { readonly token: string }) {
  const { name } = useSite()
  const { user, signOut } = useAuth()
  const backend = useBackend()
  const opening = useMutation(openMyData(backend, token))
  const erasure = useMutation(eraseMyData(backend, token))
  const { data } = opening

  const erasing = useSubmitOnce(async () => {
    try {
      await erasure.mutateAsync()
    } catch {
      return
    }
    // The account is gone.
    if (user !== null && user.email === data?.['email']) void signOut().catch(() => undefined)
  })

  if (erasure.data) return <Erased counts={erasure.data} />
  // By another link, or a press whose answer was lost.
  if (opening.error instanceof AppError && opening.error.kind === 'stale') return <Erased counts={{}} />
  if (data)
    return (
      <Opened
        data={data}
        token={token}
        problem={erasure.error && errorMessage(erasure.error)}
        isErasing={erasing.isRunning}
        onErase={() => void erasing.run()}
      />
    )
  return (
    <>
      <h1 className="page-title">Your data</h1>
      <p className={classes.intro}>
        Press the button to read what {name} stores about you. You can then save a copy, ask for a correction,
        or delete it.
      </p>
      {opening.error && (
        <p role="alert" className={classes.problem}>
          {errorMessage(opening.error)} <Link to="/privacy#request">Ask for a new link</Link>
        </p>
      )}
      <Button size="md" loading={opening.isPending} onClick={() => opening.mutate()}>
        Open my data
      </Button>
    </>
  )
}

interface OpenedProps {
  readonly data: PersonData
  readonly token: string
  readonly problem: string | null
  readonly isErasing: boolean
  readonly onErase: () => void
}

function Opened({ data, token, problem, isErasing, onErase }: OpenedProps) {
  const [isAsking, setAsking] = useState(false)
  const save = useSaveCopy()
  const keep = () => setAsking(false)
  return (
    <>
      <FocusedHeading>Your data</FocusedHeading>
      <p className={classes.intro}>
        This is everything that we store about {String(data['email'])}. The file that you download also has
        our record numbers.
      </p>
      <div className={`${classes.actions} no-print`}>
        <Button size="md" onClick={() => void save('my-data', data)}>
          Download
        </Button>
        <PrintButton size="md" />
        <Button size="md" variant="default" onClick={() => setAsking(true)}>
          Delete everything
        </Button>
      </div>
      <DataCopy data={data} />
      <Question token={token} />
      <Dialog opened={isAsking} onClose={keep} size="30rem" title="Delete everything?">
        <p>
          We erase your name, company, e-mail address, telephone number, messages, notes and e-mails, and your
          account if you have one. We stop working on your inquiries; we keep which products were requested,
          and when, with nothing that names you. {acceptedText(acceptedIn(data))} This cannot be undone.
        </p>
        {problem !== null && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
        <div className={classes.actions}>
          <Button color="brick" loading={isErasing} onClick={onErase}>
            Delete everything
          </Button>
          <Button variant="default" onClick={keep}>
            Keep it
          </Button>
        </div>
      </Dialog>
    </>
  )
}

const questions: Readonly<Record<DataQuestion, string>> = {
  correction: 'Correct something',
  grievance: 'Complain',
  nomination: 'Name a nominee, who acts for me when I cannot',
}

/** Further requests, which go to the privacy contact. */
function Question({ token }: { readonly token: string }) {
  const [kind, setKind] = useState<DataQuestion>('correction')
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const question = useMutation(askAboutMyData(useBackend(), token))
  return (
    <section aria-labelledby="ask" className="no-print">
      <h2 id="ask" className={classes.heading}>
        Ask about your data
      </h2>
      <PlainForm
        aria-labelledby="ask"
        className={classes.form}
        isSending={question.isPending}
        check={() => {
          setMissing(text.trim() === '')
          return text.trim() !== ''
        }}
        failure={question.error}
        send={() => question.mutate({ kind, text }, { onSuccess: () => setText('') })}
      >
        <fieldset className={classes.choices}>
          <legend>What would you like?</legend>
          {(Object.keys(questions) as DataQuestion[]).map((each) => (
            <label key={each}>
              <input type="radio" name="kind" checked={kind === each} onChange={() => setKind(each)} />
              {questions[each]}
            </label>
          ))}
        </fieldset>
        <PlainField
          label="Your request"
          isRequired
          lines={4}
          maxLength={2000}
          value={text}
          error={isMissing ? 'Your request is required' : undefined}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setMissing(false)
          }}
        />
        <div>
          <Button type="submit" variant="default" size="md" loading={question.isPending}>
            Send request
          </Button>
        </div>
        <p role="status">
          {question.isSuccess && 'We have your request, and answer it within 90 days at the latest.'}
        </p>
      </PlainForm>
    </section>
  )
}
