import type { ContactDetails } from '@giftwell/shared/domain/inquiry.ts'
import { Textarea, TextInput } from '@mantine/core'

import classes from './contact-fields.module.css'
import { TrapField } from './trap-field.tsx'
import type { LeadForm } from './use-lead-form.ts'
import type { LeadGuard } from './use-lead-guard.ts'

interface ContactFieldsProps {
  readonly form: LeadForm
  readonly guard: LeadGuard
  readonly labels: Record<keyof ContactDetails, string>
  readonly messagePlaceholder?: string
}

/** Who asks, and what they have to say: the fields of every form that becomes a lead. */
export function ContactFields({ form, guard, labels, messagePlaceholder }: ContactFieldsProps) {
  const field = (name: keyof ContactDetails) => ({ label: labels[name], ...form.getInputProps(name) })
  return (
    <div className={classes.fields}>
      <TextInput key={form.key('name')} {...field('name')} withAsterisk autoComplete="name" />
      <TextInput key={form.key('company')} {...field('company')} withAsterisk autoComplete="organization" />
      <TextInput key={form.key('email')} {...field('email')} withAsterisk type="email" autoComplete="email" />
      <TextInput key={form.key('phone')} {...field('phone')} withAsterisk type="tel" autoComplete="tel" />
      <Textarea
        key={form.key('message')}
        {...field('message')}
        className={classes.message}
        placeholder={messagePlaceholder}
        rows={4}
        resize="vertical"
      />
      <TrapField trap={guard.trap} />
    </div>
  )
}
