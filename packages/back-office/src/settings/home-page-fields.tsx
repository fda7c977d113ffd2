import { Button, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'

import { imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import { prepareHeroImage } from '@giftwell/shared/images/prepare-image.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { brand } from '@giftwell/shared/kernel/brand.ts'
import { siteLimits, type siteSettings } from '@giftwell/shared/settings/site-settings.ts'
import drawing from '@giftwell/shared/ui/hero.svg'
import { InstantUpload } from '../images/instant-upload.tsx'
import { LongTextField, TextField, useFieldValue } from '../record/fields.tsx'
import type { FieldsProps } from '../record/record-dialog.tsx'
import classes from './home-page-fields.module.css'
import { SettingsFieldset } from './settings-fieldset.tsx'

type Form = typeof siteSettings.empty

/** What the home page begins with: its words and picture, a preview of them, and the way back to the website's own. */
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
        placeholder={brand.promise}
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
          hint="What the picture shows, for people who do not see it. Empty where it only decorates."
        />
      )}
      <div>
        <Button variant="default" onClick={reset}>
          Reset to the default
        </Button>
        <Text component="span" role="status" c="dimmed" fz="sm" ml={12}>
          {resets > 0 && 'The website’s own words and picture are back once you save.'}
        </Text>
      </div>
    </SettingsFieldset>
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
      {length} of {most} characters. Empty for the website’s own.
    </Text>
  )
}

/** How the home page begins with what the form has. */
function Preview({ form }: { readonly form: UseFormReturnType<Form> }) {
  const { config } = useBackend()
  const headline = useFieldValue(form, 'hero_headline').trim()
  const text = useFieldValue(form, 'hero_text').trim()
  const picture = useFieldValue(form, 'hero_image_url')
  const alt = useFieldValue(form, 'hero_image_alt').trim()
  return (
    <figure className={classes.preview} aria-label="Preview of the home page">
      <div>
        <p className={classes.headline}>{headline || brand.tagline}</p>
        <p className={classes.text}>{text || brand.promise}</p>
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
