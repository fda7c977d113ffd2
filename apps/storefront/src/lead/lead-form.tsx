import { ChallengeField } from '@giftwell/shared/auth/use-challenge.tsx'
import { HoneypotField } from '@giftwell/shared/ui/use-form-guard.tsx'
import { WhenIdle, lazyComponent } from '@giftwell/shared/ui/lazy/lazy-component.tsx'
import { useIsHydrated } from '@giftwell/shared/ui/use-is-hydrated.ts'
import { useOnceEnded } from '@giftwell/shared/ui/use-submit-once.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { type ReactNode, useId, useRef } from 'react'

import classes from './lead-form.module.css'
import { PlainField } from './plain-field.tsx'
import { PlainForm, PrivacyNote } from './plain-form.tsx'
import { type ContactFieldName, consentName } from './use-contact-form.ts'
import type { LeadFormState } from './use-lead-form.ts'

const SavedDetails = lazyComponent(async () => (await import('./saved-details.tsx')).SavedDetails)
const PrivacyNotice = lazyComponent(async () => (await import('./privacy-notice.tsx')).PrivacyNotice)

interface LeadFormProps {
  /** Tells the drafts of the forms apart. */
  readonly name: string
  readonly state: LeadFormState
  readonly labels: Record<ContactFieldName, string>
  readonly messagePlaceholder?: string | undefined
  /** The message to begin with. */
  readonly message?: string | undefined
  /** The button's text, before and while sending. */
  readonly buttonLabels: { readonly submit: string; readonly sending: string }
  readonly isEmpty?: boolean
  /** Whether the fields stay empty because their content was just sent. */
  readonly isCleared?: boolean
  readonly className?: string | undefined
  /** Names the form: an id, or a label of its own. */
  readonly labelledBy?: string
  readonly label?: string
  /** Beside the button. */
  readonly children?: ReactNode
}

/** The form that becomes a lead: contact details and the button that sends them. */
export function LeadForm(props: LeadFormProps) {
  const { name, state, labels, messagePlaceholder, message, buttonLabels } = props
  const { isEmpty = false, isCleared = false } = props
  const { className, labelledBy, label, children } = props
  const { form, challenge, isSending, submit } = state
  const { attach } = form
  return (
    <PlainForm
      ref={attach}
      name={name}
      className={className}
      aria-labelledby={labelledBy}
      aria-label={label}
      isSending={isSending}
      send={submit}
    >
      <ContactFields {...{ state, labels, messagePlaceholder, message }} />
      <MarketingConsent />
      <ChallengeField container={challenge.container} />
      <SendButton isSending={isSending} isDisabled={isSending || isEmpty}>
        {isSending ? buttonLabels.sending : buttonLabels.submit}
      </SendButton>
      {children}
      <PrivacyNote sentence="We use your details to answer you, and for offers only if you agree.">
        <WhenIdle>
          <PrivacyNotice form="inquiry" onShown={state.onNotice} />
        </WhenIdle>
      </PrivacyNote>
      <WhenIdle>
        <SavedDetails isCleared={isCleared} />
      </WhenIdle>
    </PlainForm>
  )
}

interface SendButtonProps {
  readonly isSending: boolean
  readonly isDisabled: boolean
  readonly children: string
}

/** Submits the form once the page is hydrated. */
function SendButton({ isSending, isDisabled, children }: SendButtonProps) {
  const isHydrated = useIsHydrated()
  const button = useRef<HTMLButtonElement>(null)
  useOnceEnded(isSending, () => {
    // A button that is disabled loses the focus, which it needs for the next try.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  })
  // A native submit would put the input into the address.
  return (
    <Button
      ref={button}
      type={isHydrated ? 'submit' : 'button'}
      size="md"
      disabled={isDisabled}
      data-sending={isSending || undefined}
      // Enter in a field presses it before, too (index.html).
      data-send
    >
      {children}
    </Button>
  )
}

/** A separate, optional consent. */
function MarketingConsent() {
  const id = useId()
  return (
    <div className={classes.consent}>
      <label>
        <input type="checkbox" name={consentName} aria-describedby={id} />
        Marketing consent
      </label>
      <p id={id}>
        Optional: you may also write to me about new gifts and offers. I can withdraw this at any time.
      </p>
    </div>
  )
}

interface ContactFieldsProps extends Pick<LeadFormProps, 'labels' | 'messagePlaceholder' | 'message'> {
  readonly state: LeadFormState
}

/** The contact details and message: the fields of every form that becomes a lead. */
function ContactFields({ state, labels, messagePlaceholder, message }: ContactFieldsProps) {
  const { form, guard } = state
  const field = (name: ContactFieldName) => ({
    ...form.watch,
    name,
    label: labels[name],
    error: form.errors[name],
  })
  return (
    <div className={classes.fields}>
      <PlainField {...field('name')} isRequired autoComplete="name" />
      <PlainField {...field('company')} isRequired autoComplete="organization" />
      <PlainField {...field('email')} isRequired type="email" autoComplete="email" />
      <PlainField {...field('phone')} isRequired type="tel" autoComplete="tel" />
      <PlainField
        {...field('message')}
        className={classes.message}
        placeholder={messagePlaceholder}
        defaultValue={message}
        lines={4}
      />
      <HoneypotField trap={guard.trap} />
    </div>
  )
}
