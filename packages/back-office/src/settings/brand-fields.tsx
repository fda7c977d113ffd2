import { NativeSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'

import { prepareIcon } from '@giftwell/shared/images/prepare-image.ts'
import { brand, themeColours } from '@giftwell/shared/kernel/brand.ts'
import {
  colourPairs,
  describeContrast,
  isColour,
  type siteSettings,
} from '@giftwell/shared/settings/site-settings.ts'
import { InstantUpload } from '../images/image-field.tsx'
import { TextField } from '../record/fields.tsx'
import type { FieldsProps } from '../record/record-dialog.tsx'
import { SettingsFieldset } from './settings-fields.tsx'
import classes from './settings.module.css'

type Form = typeof siteSettings.empty
type FormProps = { readonly form: UseFormReturnType<Form> }

/** The name, logos and colours of the site. */
export function BrandFields({ form, isSaving }: FieldsProps<Form>) {
  const [logo, setLogo] = useState<File | null>(null)
  return (
    <SettingsFieldset title="Brand" isSaving={isSaving}>
      <TextField form={form} name="name" label="Name" placeholder={brand.name} />
      <TextField form={form} name="footer_tagline" label="Footer tagline" placeholder={brand.tagline} />
      <TextField
        form={form}
        name="logo_url"
        label="Logo URL"
        type="url"
        placeholder="https://example.com/logo.png"
        hint="Replaces the word mark, 40 pixels high."
      />
      <InstantUpload
        label="Or upload a logo"
        isSaving={isSaving}
        onChange={(url, image) => {
          form.setFieldValue('logo_url', url)
          if (image !== undefined) setLogo(image)
        }}
      />
      <TextField
        form={form}
        name="logo_dark_url"
        label="Logo for dark backgrounds"
        type="url"
        placeholder="https://example.com/logo-light.png"
        hint="For devices in a dark scheme. Without it, they show the same logo."
      />
      <InstantUpload
        label="Or upload a logo for dark backgrounds"
        isSaving={isSaving}
        onChange={(url) => form.setFieldValue('logo_dark_url', url)}
      />
      <InstantUpload
        label="Icon"
        hint="Shown in browser tabs and on home screens. It is made from your logo unless the logo is too wide; otherwise it is the first letter of the name."
        isSaving={isSaving}
        initial={form.getValues().icon_url}
        file={logo}
        takesPastes={false}
        prepare={prepareIcon}
        onChange={(url) => form.setFieldValue('icon_url', url)}
      />
      <NativeSelect
        key={form.key('colour_scheme')}
        label="Colour scheme"
        description="Used on the website and in the back office."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={[
          { value: '', label: 'Follow the device' },
          { value: 'light', label: 'Always light' },
        ]}
        {...form.getInputProps('colour_scheme')}
      />
      <Colours form={form} />
    </SettingsFieldset>
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
