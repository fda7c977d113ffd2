import { Button, Checkbox, NativeSelect, Paper, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { Link } from 'react-router-dom'

import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Entity, FormValues } from '@giftwell/shared/kernel/entity.ts'
import type { Edited } from '@giftwell/shared/kernel/table.ts'
import { brand } from '@giftwell/shared/kernel/brand.ts'
import { gstinProblem, gstStates } from '@giftwell/shared/quotations/place-of-supply.ts'
import { colourPairs, describeContrast, isColour, themeColours } from '@giftwell/shared/settings/contrast.ts'
import { newSeller, sellerProfile } from '@giftwell/shared/settings/seller-profile.ts'
import { siteSettings } from '@giftwell/shared/settings/site-settings.ts'
import { LongTextField, TextField } from '../record/fields.tsx'
import { LogoUpload } from '../images/logo-upload.tsx'
import { firstRead } from '../screen/first-read.ts'
import { ListState } from '../list/list-card.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { ConflictNotice, DeletedNotice } from '../record/conflict-notice.tsx'
import type { FieldsProps } from '../record/record-dialog.tsx'
import { useRecordForm } from '../record/use-record-form.ts'
import classes from './settings-screen.module.css'

type Form = typeof siteSettings.empty
type FormProps = { readonly form: UseFormReturnType<Form> }

/** A part of the screen that is saved by itself. */
interface SettingsPart {
  isDirty(): boolean
  save(): void
}

/** The owner's settings: the site's name, colours, contact details and privacy text, and the seller of quotations. */
export function SettingsScreen() {
  const site = useRef<SettingsPart>(null)
  const seller = useRef<SettingsPart>(null)
  const isSaving = useIsMutating() > 0
  return (
    <>
      <ScreenHead
        title="Site Settings"
        subtitle="For the website, its e-mails and the desktop app. Where a field is empty, the default applies."
      >
        <Button component={Link} to="/admin/search-words" variant="default">
          Search Words
        </Button>
        <Button component={Link} to="/admin/branding-methods" variant="default">
          Branding Methods
        </Button>
      </ScreenHead>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const changed = [site.current, seller.current].filter((part) => part?.isDirty())
          for (const part of changed.length > 0 ? changed : [site.current]) part?.save()
        }}
      >
        <Stack gap={20} maw={760}>
          <SettingsOf entity={siteSettings} ref={site} initial={siteSettings.empty}>
            {(props) => <SiteFields {...props} />}
          </SettingsOf>
          <SettingsOf entity={sellerProfile} ref={seller} initial={newSeller}>
            {(props) => <SellerFields {...props} />}
          </SettingsOf>
          <div className={`${classes.buttons} line-above`}>
            <Button type="submit" aria-disabled={isSaving} data-disabled={isSaving}>
              {isSaving ? 'Saving...' : 'Save'}
            </Button>
          </div>
        </Stack>
      </form>
    </>
  )
}

SettingsScreen.firstRead = firstRead(siteSettings.list)

interface SettingsOfProps<R extends Edited, Form extends FormValues> {
  readonly entity: Entity<R, Form>
  /** The values before the first save. */
  readonly initial: Form
  readonly ref: Ref<SettingsPart>
  readonly children: (props: FieldsProps<Form>) => ReactNode
}

/** The fields of a table with at most one row, which the form goes on from after a save. */
function SettingsOf<R extends Edited, Form extends FormValues>(props: SettingsOfProps<R, Form>) {
  const list = useQuery(props.entity.list(useBackend()))
  const [saves, setSaves] = useState(0)
  if (list.data === undefined) return <ListState list={list} />
  return (
    <SettingsForm
      {...props}
      key={saves}
      row={list.data[0]}
      onSaved={async () => {
        await list.refetch()
        setSaves(saves + 1)
      }}
    />
  )
}

interface SettingsFormProps<R extends Edited, Form extends FormValues> extends SettingsOfProps<R, Form> {
  /** Undefined before the first save. */
  readonly row: R | undefined
  readonly onSaved: () => Promise<void>
}

function SettingsForm<R extends Edited, Form extends FormValues>(props: SettingsFormProps<R, Form>) {
  const { entity, initial, ref, row, onSaved, children } = props
  /** Whether the form is about to be replaced by one of what was saved. */
  const hasEnded = useRef(false)
  const editing = useRecordForm({ entity, initial, record: row, onSaved: finish })
  const { form, isSaving, conflict } = editing
  const isDirty = () => !hasEnded.current && form.isDirty()
  useUnsavedGuard({ isUnsaved: isDirty })
  useImperativeHandle(ref, () => ({ isDirty, save: () => editing.submit() }))
  function finish() {
    hasEnded.current = true
    void onSaved()
  }

  if (conflict?.theirs === null)
    return (
      <DeletedNotice
        one={entity.label.one}
        onKeepEditing={editing.keepEditing}
        onDiscard={finish}
        onCreateAgain={editing.saveChosen}
      />
    )
  if (conflict !== null)
    return (
      <ConflictNotice
        entity={entity}
        mine={conflict.mine}
        theirs={entity.toForm(conflict.theirs)}
        conflicts={conflict.conflicts}
        shown={undefined}
        onSave={editing.saveChosen}
        onKeepEditing={editing.keepEditing}
        onTakeTheirs={editing.takeTheirs}
      />
    )
  return children({ form, isSaving })
}

/** The fields of the website. */
function SiteFields({ form, isSaving }: FieldsProps<Form>) {
  return (
    <>
      <Part title="Brand" isSaving={isSaving}>
        <TextField form={form} name="name" label="Name" placeholder={brand.name} />
        <TextField
          form={form}
          name="footer_tagline"
          label="Tagline of the footer"
          placeholder={brand.tagline}
        />
        <TextField
          form={form}
          name="logo_url"
          label="Logo URL"
          type="url"
          placeholder="https://example.com/logo.png"
          hint="Shown in place of the word mark, 40 pixels high."
        />
        <LogoUpload isSaving={isSaving} onChange={(url) => form.setFieldValue('logo_url', url)} />
        <Colours form={form} />
      </Part>
      <Part title="Contact" isSaving={isSaving}>
        <TextField form={form} name="contact_email" label="E-mail" type="email" />
        <TextField form={form} name="contact_phone" label="Phone" type="tel" />
        <LongTextField form={form} name="contact_address" label="Address" />
        <TextField
          form={form}
          name="whatsapp_number"
          label="WhatsApp number"
          type="tel"
          placeholder="+91 98765 43210"
          hint="With it, buyers can also send a basket on WhatsApp."
        />
      </Part>
      <Part title="E-mails" isSaving={isSaving}>
        <LongTextField
          form={form}
          name="notice_emails"
          label="Notices of new leads"
          hint="Who gets an e-mail for each new lead: at most 10 addresses, one per line. Without any, no one does. Only administrators see them."
        />
        <TextField
          form={form}
          name="sender_email"
          label="Sender of e-mails"
          type="email"
          hint="Your mail server must accept it."
        />
      </Part>
      <Part title="Privacy" isSaving={isSaving}>
        <LongTextField
          form={form}
          name="privacy_text"
          label="Text about privacy"
          rows={10}
          hint="Replaces the text of the page /privacy. An empty line starts a new paragraph."
        />
        <LongTextField
          form={form}
          name="grievance_contact"
          label="Grievance contact"
          hint={
            <>
              Who answers questions and complaints about personal data: name, office and e-mail, as you want
              them on /privacy and in the <Link to="/admin/privacy?tab=notices">notices under the forms</Link>
              .
            </>
          }
        />
      </Part>
    </>
  )
}

/** The seller of quotations (product.md, section 2, Quotations). A GSTIN decides the state. */
function SellerFields({ form, isSaving }: FieldsProps<typeof sellerProfile.empty>) {
  const [hasGstin, setHasGstin] = useState(() => form.getValues().gstin !== '')
  form.watch('gstin', ({ value }) => {
    const gstin = value.trim().toUpperCase()
    setHasGstin(gstin !== '')
    if (gstinProblem(gstin) === null) form.setFieldValue('state', gstin.slice(0, 2))
  })
  return (
    <Part title="Seller" isSaving={isSaving}>
      <TextField form={form} name="legal_name" label="Legal name" hint="Stands on quotations." />
      <LongTextField form={form} name="address" label="Address of the seller" />
      <TextField form={form} name="gstin" label="GSTIN" hint="Without one, quotations show no tax." />
      <NativeSelect
        key={form.key('state')}
        label="State of the seller"
        description={hasGstin ? 'As the GSTIN says.' : 'Quotations cannot be sent without it.'}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={[{ value: '', label: 'Not known' }, ...stateOptions]}
        {...form.getInputProps('state')}
        disabled={hasGstin}
      />
      <Check
        form={form}
        name="is_composition"
        label="Composition dealer"
        hint="Quotations show no tax, and say why."
      />
      <TextField
        form={form}
        name="number_series"
        label="Number series"
        hint="One to four letters, with which numbers begin: GW2627/0001 is the first of the financial year 2026/27."
      />
      <NativeSelect
        key={form.key('min_hsn_digits')}
        label="Minimum HSN digits"
        description="By the turnover of the year before: 4 digits up to Rs. 5 crore, 6 above it; 8 for listed chemicals. A line with fewer is not sent."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={[
          { value: '0', label: 'None' },
          { value: '4', label: '4' },
          { value: '6', label: '6' },
          { value: '8', label: '8' },
        ]}
        {...form.getInputProps('min_hsn_digits')}
      />
      <TextField
        form={form}
        name="discount_limit"
        label="Discount limit (%)"
        inputMode="decimal"
        hint="A quotation with a larger discount is sent by administrators alone. Empty for no limit."
      />
      <TextField form={form} name="valid_days" label="Valid for (days)" inputMode="numeric" />
      <Check
        form={form}
        name="rounds_off"
        label="Round off to the rupee"
        hint="As a line of its own under the taxes."
      />
      <LongTextField form={form} name="bank_details" label="Bank details" />
      <LongTextField
        form={form}
        name="terms"
        label="Terms"
        rows={5}
        hint="Of new quotations; each has its own after that."
      />
      <LongTextField
        form={form}
        name="credit_note"
        label="Input tax credit"
        hint="Your text on credit for gifts, to which quotations lead. Ask your accountant. Without it nothing is said."
      />
      <Check
        form={form}
        name="needs_code"
        label="Code on acceptance"
        hint="Who accepts enters a code that is sent to the quotation’s e-mail address."
      />
      <TextField
        form={form}
        name="kept_years"
        label="Years that accepted quotations are kept"
        inputMode="numeric"
        hint="When a person is forgotten, the legal copy of what they accepted stays this long. Empty keeps none."
      />
    </Part>
  )
}

const stateOptions = gstStates
  .map(({ code, name }) => ({ value: code, label: name }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

interface CheckProps {
  readonly form: UseFormReturnType<typeof sellerProfile.empty>
  readonly name: 'is_composition' | 'rounds_off' | 'needs_code'
  readonly label: string
  readonly hint: string
}

function Check({ form, name, label, hint }: CheckProps) {
  return (
    <Checkbox
      key={form.key(name)}
      label={label}
      description={hint}
      {...form.getInputProps(name, { type: 'checkbox' })}
    />
  )
}

function Part(props: { readonly title: string; readonly isSaving: boolean; readonly children: ReactNode }) {
  return (
    <Paper component="fieldset" withBorder radius="lg" className={classes.part} disabled={props.isSaving}>
      <legend className={classes.title}>{props.title}</legend>
      <Stack className={classes.fields}>{props.children}</Stack>
    </Paper>
  )
}

/** Both colours, with their contrasts while they are chosen. */
function Colours({ form }: FormProps) {
  const [{ primary, accent }, setColours] = useState(() => {
    const { colour_primary, colour_accent } = form.getValues()
    return { primary: colour_primary.trim(), accent: colour_accent.trim() }
  })
  form.watch('colour_primary', ({ value }) => setColours((both) => ({ ...both, primary: value.trim() })))
  form.watch('colour_accent', ({ value }) => setColours((both) => ({ ...both, accent: value.trim() })))
  const [ofPrimary, ofAccent, both] = colourPairs(primary, accent)
  const colour = (
    name: 'colour_primary' | 'colour_accent',
    label: string,
    value: string,
    shown: string,
    hint: string,
  ) => (
    <TextField
      form={form}
      name={name}
      label={label}
      placeholder={shown}
      hint={
        // The error says it otherwise.
        form.errors[name] === undefined && (
          <span aria-live="polite">{value === '' || isColour(value) ? hint : 'A colour like #4a2545'}</span>
        )
      }
      rightSection={
        <input
          type="color"
          className={classes.colour}
          aria-label={`Pick the ${label.toLowerCase()}`}
          value={isColour(value) ? value : shown}
          onChange={(event) => form.setFieldValue(name, event.currentTarget.value)}
        />
      }
    />
  )
  return (
    <>
      {colour(
        'colour_primary',
        'Primary colour',
        primary,
        themeColours.primary,
        `${describeContrast(ofPrimary)}.`,
      )}
      {colour(
        'colour_accent',
        'Accent colour',
        accent,
        themeColours.accent,
        `${describeContrast(ofAccent)}. ${describeContrast(both)}.`,
      )}
    </>
  )
}
