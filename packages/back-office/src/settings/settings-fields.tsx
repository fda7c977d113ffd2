import { Button, NativeSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { prepareHeroImage } from '@giftwell/shared/images/prepare-image.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { brand, promiseOf, specifiedClaims } from '@giftwell/shared/kernel/brand.ts'
import { siteLimits, type siteSettings } from '@giftwell/shared/settings/site-settings.ts'
import drawing from '@giftwell/shared/ui/hero.svg'
import { useClaims } from '@giftwell/shared/ui/use-site.ts'
import { InstantUpload } from '../images/image-field.tsx'
import { CheckField, LongTextField, TextField, useFieldValue } from '../record/fields.tsx'
import type { FieldsProps } from '../record/record-dialog.tsx'
import classes from './settings.module.css'
import { gstStates, otherCountry } from '@giftwell/shared/quotations/gst-states.ts'
import { cleanGstin, stateOfGstin } from '@giftwell/shared/quotations/gstin.ts'
import type { sellerProfile } from '@giftwell/shared/settings/seller-profile.ts'

type Form = typeof siteSettings.empty

/** The hero of the home page: its texts and picture, a preview, and a reset to the website's defaults. */
export function HomePageFields({ form, isSaving }: FieldsProps<Form>) {
  const [resets, setResets] = useState(0)
  const picture = useFieldValue(form, 'hero_image_url')

  function reset() {
    form.setValues({ hero_headline: '', hero_text: '', hero_image_url: '', hero_image_alt: '' })
    setResets(resets + 1)
  }

  return (
    <SettingsFieldset title="Home page" isSaving={isSaving}>
      <Preview form={form} />
      <TextField
        form={form}
        name="hero_headline"
        label="Headline"
        placeholder={brand.tagline}
        hint={<Count form={form} name="hero_headline" most={siteLimits.headline} />}
      />
      <LongTextField
        form={form}
        name="hero_text"
        label="Text below the headline"
        placeholder={promiseOf(specifiedClaims)}
        rows={2}
        hint={<Count form={form} name="hero_text" most={siteLimits.text} />}
      />
      <InstantUpload
        key={resets}
        label="Picture"
        isSaving={isSaving}
        initial={form.getValues().hero_image_url}
        prepare={prepareHeroImage}
        takesPastes={false}
        onChange={(url) => form.setFieldValue('hero_image_url', url)}
      />
      {form.errors['hero_image_url'] && (
        <Text role="alert" c="var(--mantine-color-error)" fz="sm">
          {form.errors['hero_image_url']}
        </Text>
      )}
      {picture !== '' && (
        <TextField
          form={form}
          name="hero_image_alt"
          label="Alternative text of the picture"
          hint="What the picture shows, for people who cannot see it. Leave it empty if the picture is only decoration."
        />
      )}
      <Claims form={form} />
      <div>
        <Button variant="default" onClick={reset}>
          Reset to the default
        </Button>
        <Text component="span" role="status" c="dimmed" fz="sm" ml={12}>
          {resets > 0 && 'Save to restore the website’s own text and picture.'}
        </Text>
      </div>
    </SettingsFieldset>
  )
}

/** The website's claims. With the demo an empty field has the specified claim. */
function Claims({ form }: { readonly form: UseFormReturnType<Form> }) {
  const claims = useClaims()
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextField
          form={form}
          name="claimed_products"
          label="Number of products"
          placeholder={claims.products ?? ''}
          hint="If empty, the number of products in the catalogue."
        />
        <TextField
          form={form}
          name="claimed_members"
          label="Number of members"
          placeholder={claims.members ?? ''}
          hint="“Join 10,000+”, at the end of the preview."
        />
        <TextField
          form={form}
          name="claimed_answer"
          label="Time to answer"
          placeholder={claims.answer ?? ''}
          hint="“We'll get back to you within 24 hours.”"
        />
        <TextField
          form={form}
          name="claimed_compliance"
          label="Word for pharma gifts"
          placeholder={claims.compliance ?? ''}
          hint="“Compliance-ready gifts for pharma”"
        />
      </SimpleGrid>
      <Text c="dimmed" fz="sm">
        The website shows these texts. Those in grey belong to the demo, and disappear with its catalogue.
      </Text>
    </>
  )
}

interface CountProps {
  readonly form: UseFormReturnType<Form>
  readonly name: 'hero_headline' | 'hero_text'
  readonly most: number
}

/** How long a text is, beside its limit. */
function Count({ form, name, most }: CountProps) {
  const { length } = useFieldValue(form, name).trim()
  return (
    <Text span inherit {...(length > most && { c: 'var(--mantine-color-error)' })}>
      {length} of {most} characters. If empty, the website’s own text.
    </Text>
  )
}

/** The hero with the form's values. */
function Preview({ form }: { readonly form: UseFormReturnType<Form> }) {
  const { config } = useBackend()
  const claims = useClaims()
  const headline = useFieldValue(form, 'hero_headline').trim()
  const text = useFieldValue(form, 'hero_text').trim()
  const picture = useFieldValue(form, 'hero_image_url')
  const alt = useFieldValue(form, 'hero_image_alt').trim()
  return (
    <figure className={classes.preview} aria-label="Preview of the home page">
      <div>
        <p className={classes.headline}>{headline || brand.tagline}</p>
        <Text mt={10} c="dimmed">
          {text || promiseOf(claims)}
        </Text>
      </div>
      {picture === '' ? (
        <img src={drawing} alt="" width={1040} height={900} />
      ) : (
        <img
          src={imageAddress(config, picture)}
          alt={alt}
          width={960}
          height={720}
          className={classes.photo}
        />
      )}
    </figure>
  )
}

/** The seller of quotations (product.md, section 2, Quotations). A GSTIN decides the state. */
export function SellerFields({ form, isSaving }: FieldsProps<typeof sellerProfile.empty>) {
  const [hasGstin, setHasGstin] = useState(() => form.getValues().gstin !== '')
  form.watch('gstin', ({ value }) => {
    const gstin = cleanGstin(value)
    setHasGstin(gstin !== '')
    const state = stateOfGstin(gstin)
    if (state !== null) form.setFieldValue('state', state)
  })
  return (
    <SettingsFieldset title="Seller" isSaving={isSaving}>
      <TextField form={form} name="legal_name" label="Legal name" hint="Shown on quotations." />
      <LongTextField form={form} name="address" label="Address of the seller" />
      <TextField form={form} name="gstin" label="GSTIN" hint="Without a GSTIN, quotations show no tax." />
      <NativeSelect
        key={form.key('state')}
        label="State of the seller"
        description={hasGstin ? 'Taken from the GSTIN.' : 'Quotations cannot be sent without it.'}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={[{ value: '', label: 'Not known' }, ...stateOptions]}
        {...form.getInputProps('state')}
        disabled={hasGstin}
      />
      <CheckField
        form={form}
        name="is_composition"
        label="Composition dealer"
        hint="Quotations then show no tax and state the reason."
      />
      <TextField
        form={form}
        name="lut_number"
        label="LUT number"
        hint="The number of your letter of undertaking for exports and special economic zones. Without a valid one, both are quoted with payment of IGST."
      />
      <TextField
        form={form}
        name="lut_valid_until"
        label="LUT valid until"
        type="date"
        hint={<LutYear form={form} />}
      />
      <TextField
        form={form}
        name="number_series"
        label="Number series"
        hint="One to four letters at the start of each number: GW2627/0001 is the first of the financial year 2026/27. New inquiry references begin with the same letters."
      />
      <NativeSelect
        key={form.key('min_hsn_digits')}
        label="Minimum HSN digits"
        description="Depends on the turnover of the year before: 4 digits up to Rs. 5 crore, 6 above it, 8 for listed chemicals. A quotation with fewer digits in a line cannot be sent."
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
        hint="Only administrators can send a quotation with a larger discount. Leave it empty for no limit."
      />
      <TextField form={form} name="valid_days" label="Valid for (days)" inputMode="numeric" />
      <CheckField
        form={form}
        name="rounds_off"
        label="Round off to the rupee"
        hint="Shown as a line of its own below the taxes."
      />
      <LongTextField form={form} name="bank_details" label="Bank details" />
      <LongTextField
        form={form}
        name="terms"
        label="Terms of quotations"
        rows={5}
        hint="For new quotations. You can change the terms of each one."
      />
      <LongTextField
        form={form}
        name="credit_note"
        label="Input tax credit"
        hint="Your text on tax credit for gifts, which quotations link to. Ask your accountant. If it is empty, quotations say nothing about it."
      />
      <CheckField
        form={form}
        name="needs_code"
        label="Code on acceptance"
        hint="To accept, the buyer enters a code that is sent to the quotation’s e-mail address."
      />
      <LongTextField
        form={form}
        name="next_steps"
        label="What happens next"
        hint="Buyers read this text on the quotation’s page after they accept: for example on proofs, payment and dispatch. If it is empty, the page says that you will get in touch."
      />
      <LongTextField
        form={form}
        name="couriers"
        label="Couriers"
        hint="One courier per line: name, then tracking link, with {number} for the tracking number, like Blue Dart https://www.bluedart.com/tracking?no={number}"
      />
      <TextField
        form={form}
        name="kept_years"
        label="Years to keep accepted quotations"
        inputMode="numeric"
        hint="When a person’s details are erased, the legal copy of their accepted quotations stays for this long: 8 years if it is empty. Under GST books are kept for 72 months after the annual return, under company law for 8 years, so ask your accountant before you set less."
      />
    </SettingsFieldset>
  )
}

/** The financial year of a letter of undertaking. */
function LutYear({ form }: Pick<FieldsProps<typeof sellerProfile.empty>, 'form'>) {
  const year = Number(useFieldValue(form, 'lut_valid_until').slice(0, 4))
  if (!year) return '31 March, the end of its financial year.'
  return `The end of the financial year ${year - 1}-${String(year % 100).padStart(2, '0')}.`
}

const stateOptions = gstStates
  .filter(({ code }) => code !== otherCountry)
  .map(({ code, name }) => ({ value: code, label: name }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

interface SettingsFieldsetProps {
  readonly title: string
  readonly isSaving: boolean
  readonly children: ReactNode
}

/** A part of the settings under its title. */
export function SettingsFieldset(props: SettingsFieldsetProps) {
  return (
    <Paper
      component="fieldset"
      withBorder
      radius="lg"
      className={`${classes.part} titled`}
      disabled={props.isSaving}
    >
      <Text component="legend" inherit px={2} mb={14}>
        {props.title}
      </Text>
      <Stack>{props.children}</Stack>
    </Paper>
  )
}
