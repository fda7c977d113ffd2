import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import { parseJson } from '@giftwell/shared/kernel/parse-json.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import {
  draftKeyPrefix,
  lastSenderKey,
  readStored,
  sentInquiryKey,
  useOnSignOut,
  writeForTabs,
  writeStored,
} from '../page/browser-storage.ts'
import classes from './lead-form.module.css'
import note from './plain-form.module.css'
import {
  type ContactFieldName,
  consentIn,
  consentName,
  contactFields,
  inputOf,
  typedInto,
} from './use-contact-form.ts'

type Details = Partial<Record<ContactFieldName | typeof consentName, unknown>>

/**
 * Fills in the empty fields of the surrounding form: with the input from before a reload, a customer's e-mail
 * address, and the sender of the last inquiry, unless the form was just cleared. This browser stores them: the
 * input until its tab is closed, the last sender until "Not me" or a sign-out.
 */
export function SavedDetails({ isCleared }: { readonly isCleared: boolean }) {
  const { user, isSessionReady } = useAuth()
  const email = user?.email
  const root = useRef<HTMLParagraphElement>(null)
  const [isFilledIn, setFilledIn] = useState(false)

  const fillIn = useEffectEvent((form: HTMLFormElement, customer: Details) => {
    const draft = read('sessionStorage', draftKey(form))
    fill(form, draft)
    const consent = consentIn(form)
    if (consent && draft[consentName] === true) consent.checked = true
    fill(form, customer)
    if (isCleared) return
    const sender = read('localStorage', lastSenderKey)
    fill(form, sender)
    setFilledIn(fieldsHolding(form, sender).length > 0)
  })

  useOnSignOut(() => setFilledIn(false))

  useEffect(() => {
    const form = root.current?.closest('form')
    if (!isSessionReady || !form) return undefined
    fillIn(form, { email })
    const listening = new AbortController()
    const { signal } = listening
    const saveDraft = () =>
      write('sessionStorage', draftKey(form), {
        ...typedInto(form),
        [consentName]: consentIn(form)?.checked === true,
      })
    form.addEventListener('input', saveDraft, { signal })
    // The fields still hold the sent values.
    const saveSender = () => {
      write('localStorage', lastSenderKey, { ...typedInto(form), message: '' })
      write('sessionStorage', draftKey(form), {})
      setFilledIn(false)
    }
    form.addEventListener('reset', saveSender, { signal })
    return () => listening.abort()
  }, [isSessionReady, email])

  function clearSavedSender() {
    const form = root.current?.closest('form')
    if (!form) return
    for (const input of fieldsHolding(form, read('localStorage', lastSenderKey))) {
      input.value = ''
    }
    fill(form, { email })
    write('localStorage', lastSenderKey, {})
    writeForTabs(sentInquiryKey, '{}')
    write('sessionStorage', draftKey(form), typedInto(form))
    setFilledIn(false)
    inputOf(form, contactFields[0])?.focus()
  }

  return (
    <p ref={root} className={note.note} hidden={!isFilledIn}>
      Filled in from your last inquiry.{' '}
      <button type="button" className={classes.forget} onClick={clearSavedSender}>
        Not me
      </button>
    </p>
  )
}

function draftKey(form: HTMLFormElement): string {
  // Not its property, which is the field "name".
  return `${draftKeyPrefix}${form.getAttribute('name')}`
}

/** Fills in the fields that are empty. */
function fill(form: HTMLFormElement, details: Details): void {
  for (const field of contactFields) {
    const input = inputOf(form, field)
    const value = details[field]
    if (input?.value === '' && typeof value === 'string') input.value = value
  }
}

/** The fields that hold a value of these. */
function fieldsHolding(form: HTMLFormElement, details: Details) {
  return contactFields.flatMap((field) => {
    const input = inputOf(form, field)
    return input && input.value !== '' && input.value === details[field] ? [input] : []
  })
}

/** The stored value; empty unless it is an object. */
function read(storage: 'localStorage' | 'sessionStorage', key: string): Details {
  return recordOf(parseJson(readStored(storage, key)))
}

/** Where it cannot be stored, nothing is filled in later. */
function write(storage: 'localStorage' | 'sessionStorage', key: string, details: Details): void {
  writeStored(storage, key, JSON.stringify(details))
}
