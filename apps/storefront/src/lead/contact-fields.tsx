import type { ContactField as FieldName } from './required-contact-fields.ts'
import { HoneypotField } from '@giftwell/shared/ui/honeypot-field.tsx'
import type { FormGuard } from '@giftwell/shared/ui/use-form-guard.ts'

import { ContactField } from './contact-field.tsx'
import classes from './contact-fields.module.css'
import type { ContactForm } from './use-contact-form.ts'

interface ContactFieldsProps {
  readonly form: ContactForm
  readonly guard: FormGuard
  readonly labels: Record<FieldName, string>
  readonly messagePlaceholder?: string
}

/** Who asks, and what they have to say: the fields of every form that becomes a lead. */
export function ContactFields({ form, guard, labels, messagePlaceholder }: ContactFieldsProps) {
  const field = (name: FieldName) => ({
    name,
    label: labels[name],
    error: form.errors[name],
    watch: form.watch,
  })
  return (
    <div className={classes.fields}>
      <ContactField {...field('name')} isRequired autoComplete="name" />
      <ContactField {...field('company')} isRequired autoComplete="organization" />
      <ContactField {...field('email')} isRequired type="email" autoComplete="email" />
      <ContactField {...field('phone')} isRequired type="tel" autoComplete="tel" />
      <ContactField
        {...field('message')}
        className={classes.message}
        placeholder={messagePlaceholder}
        lines={4}
      />
      <HoneypotField trap={guard.trap} />
    </div>
  )
}
