import { Anchor, Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'

import type { SettingsSection } from '@giftwell/shared/kernel/site-routes.ts'
import { siteSettings } from '@giftwell/shared/settings/site-settings.ts'
import { newSeller, sellerProfile } from '@giftwell/shared/settings/seller-profile.ts'
import { CheckField, LongTextField, TextField } from '../record/fields.tsx'
import { firstRead, ScreenHead } from '../screen/screen-head.tsx'
import type { FieldsProps } from '../record/record-dialog.tsx'
import { SingleRecord, type SingleRecordHandle } from '../list/single-record.tsx'
import { ApiKeysSection } from './api-keys-section.tsx'
import { BrandFields } from './brand-fields.tsx'
import { WebhooksSection } from './webhooks-section.tsx'
import { HomePageFields, SellerFields, SettingsFieldset } from './settings-fields.tsx'
import classes from './settings.module.css'
import { SubmitButton } from '../screen/buttons.tsx'

type Form = typeof siteSettings.empty

/** The sections with their fields, which the search finds. */
const sections: readonly {
  readonly section: SettingsSection
  readonly title: string
  readonly fields: Readonly<Record<string, string | undefined>>
}[] = [
  {
    section: 'brand',
    title: 'Brand',
    fields: siteFields(
      'name',
      'footer_tagline',
      'logo_url',
      'logo_dark_url',
      'icon_url',
      'colour_scheme',
      'colour_primary',
      'colour_accent',
    ),
  },
  {
    section: 'home',
    title: 'Home page',
    fields: siteFields(
      'hero_headline',
      'hero_text',
      'hero_image_url',
      'hero_image_alt',
      'claimed_products',
      'claimed_members',
      'claimed_answer',
      'claimed_compliance',
    ),
  },
  {
    section: 'contact',
    title: 'Contact',
    fields: siteFields(
      'contact_email',
      'contact_phone',
      'second_phone',
      'second_phone_label',
      'contact_address',
      'whatsapp_number',
    ),
  },
  { section: 'e-mails', title: 'E-mails', fields: siteFields('notice_emails', 'sender_email') },
  { section: 'hints', title: 'Hints', fields: siteFields('pharma_hints') },
  {
    section: 'samples',
    title: 'Samples',
    fields: siteFields('offers_samples', 'sample_charge', 'samples_a_month', 'sample_return_days'),
  },
  { section: 'terms', title: 'Terms of the website', fields: siteFields('terms') },
  {
    section: 'privacy',
    title: 'Privacy',
    fields: siteFields('privacy_text', 'grievance_contact', 'counts_visits'),
  },
  { section: 'seller', title: 'Seller', fields: sellerProfile.fields },
  { section: 'webhooks', title: 'Webhooks', fields: { address: 'Events that your programs receive' } },
  { section: 'api-keys', title: 'API keys', fields: { name: 'Keys of your programs and their rights' } },
]

function siteFields(
  ...names: (keyof typeof siteSettings.fields)[]
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(names.map((name) => [name, siteSettings.fields[name]]))
}

/**
 * The owner's settings: the site's name, colours, contact details and privacy text, and the seller of quotations. Its
 * address may name a section to show alone, and in its anchor a field to focus.
 */
export function SettingsScreen() {
  const { section } = useParams()
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
      <SectionNavigation section={section} />
      {section === 'webhooks' && <WebhooksSection />}
      {section === 'api-keys' && <ApiKeysSection />}
      {section !== 'webhooks' && section !== 'api-keys' && <SettingsForm key={section} section={section} />}
    </>
  )
}

/** The way to each section, and to each field by a word of its label. */
function SectionNavigation({ section }: { readonly section: string | undefined }) {
  const [words, setWords] = useState('')
  const found = words.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const fields = sections.flatMap(({ section: of, title, fields: labels }) =>
    Object.entries(labels).flatMap(([name, label = name]) =>
      found.every((word) => `${title} ${label}`.toLowerCase().includes(word))
        ? [{ to: `/admin/settings/${of}#${name}`, text: `${title}: ${label}` }]
        : [],
    ),
  )
  return (
    <Stack gap={12} mb={20} maw={760}>
      <Group component="nav" gap={4} ml={-8} aria-label="Sections of the settings">
        {[{ section: undefined, title: 'All' }, ...sections].map(({ section: of, title }) => (
          <Button
            key={title}
            component={Link}
            to={of === undefined ? '/admin/settings' : `/admin/settings/${of}`}
            size="compact-sm"
            variant={of === section ? 'light' : 'subtle'}
            aria-current={of === section ? 'page' : undefined}
          >
            {title}
          </Button>
        ))}
      </Group>
      <TextInput
        type="search"
        aria-label="Search settings"
        placeholder="Search settings"
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
        maw={360}
        value={words}
        autoComplete="off"
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {found.length > 0 && (
        <ul aria-label="Settings found">
          {fields.map(({ to, text }) => (
            <li key={to}>
              <Anchor component={Link} to={to} onClick={() => setWords('')}>
                {text}
              </Anchor>
            </li>
          ))}
          {fields.length === 0 && <li>No setting matches these words.</li>}
        </ul>
      )}
    </Stack>
  )
}

/** The fields of a section, or of all, and the button that saves them. */
function SettingsForm({ section }: { readonly section: string | undefined }) {
  const site = useRef<SingleRecordHandle>(null)
  const seller = useRef<SingleRecordHandle>(null)
  const isSaving = useIsMutating() > 0
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const parts = [site.current, seller.current]
        const changed = parts.filter((part) => part?.isDirty())
        for (const part of changed.length > 0 ? changed : [site.current ?? seller.current]) part?.save()
      }}
    >
      <Stack gap={20} maw={760}>
        {section !== 'seller' && (
          <SingleRecord entity={siteSettings} ref={site} initial={siteSettings.empty}>
            {(props) => (
              <>
                <SiteFields {...props} section={section} />
                <FocusOfAnchor form={props.form} />
              </>
            )}
          </SingleRecord>
        )}
        {(section === undefined || section === 'seller') && (
          <SingleRecord entity={sellerProfile} ref={seller} initial={newSeller}>
            {(props) => (
              <>
                <SellerFields {...props} />
                <FocusOfAnchor form={props.form} />
              </>
            )}
          </SingleRecord>
        )}
        <div className={`${classes.buttons} line-above`}>
          <SubmitButton label="Save" isSending={isSaving} />
        </div>
      </Stack>
    </form>
  )
}

/** Moves the focus to the field that the address names, once the form is there. */
function FocusOfAnchor({ form }: { readonly form: { getInputNode(path: string): HTMLInputElement | null } }) {
  const { hash } = useLocation()
  const focus = useEffectEvent(() => {
    const field = form.getInputNode(hash.slice(1))
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    if (hash !== '') focus()
  }, [hash])
  return null
}

SettingsScreen.firstRead = firstRead(siteSettings.list)

interface SiteFieldsProps extends FieldsProps<Form> {
  /** The only section to show; all without it. */
  readonly section: string | undefined
}

function SiteFields({ form, isSaving, section }: SiteFieldsProps) {
  const shows = (part: SettingsSection) => section === undefined || section === part
  return (
    <>
      {shows('brand') && <BrandFields form={form} isSaving={isSaving} />}
      {shows('home') && <HomePageFields form={form} isSaving={isSaving} />}
      {shows('contact') && (
        <SettingsFieldset title="Contact" isSaving={isSaving}>
          <TextField form={form} name="contact_email" label="E-mail" type="email" />
          <TextField form={form} name="contact_phone" label="Phone" type="tel" />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextField form={form} name="second_phone" label="Second phone" type="tel" />
            <TextField
              form={form}
              name="second_phone_label"
              label="Label of the second phone"
              placeholder="Orders"
            />
          </SimpleGrid>
          <LongTextField form={form} name="contact_address" label="Address" />
          <TextField
            form={form}
            name="whatsapp_number"
            label="WhatsApp number"
            type="tel"
            placeholder="+91 98765 43210"
            hint="With it, buyers can also send a basket on WhatsApp."
          />
        </SettingsFieldset>
      )}
      {shows('e-mails') && (
        <SettingsFieldset title="E-mails" isSaving={isSaving}>
          <LongTextField
            form={form}
            name="notice_emails"
            label="Notices of new leads"
            hint="These addresses get an e-mail for each new lead: at most 10, one per line. Only administrators see them."
          />
          <TextField
            form={form}
            name="sender_email"
            label="Sender of e-mails"
            type="email"
            hint="Your mail server must accept it."
          />
        </SettingsFieldset>
      )}
      {shows('hints') && (
        <SettingsFieldset title="Hints" isSaving={isSaving}>
          <CheckField
            form={form}
            name="pharma_hints"
            label="Pharmaceutical hints"
            hint="They point out gifts above Rs.1000, or not marked as brand reminders, on inquiries and quotations of pharmaceutical companies. They block nothing and are not legal advice."
          />
        </SettingsFieldset>
      )}
      {shows('samples') && (
        <SettingsFieldset title="Samples" isSaving={isSaving}>
          <CheckField
            form={form}
            name="offers_samples"
            label="Offer samples"
            hint="Buyers can request samples on products, in the basket and on quotations. You agree to each request, or refuse it."
          />
          <TextField
            form={form}
            name="sample_charge"
            label="Charge for a sample (Rs.)"
            inputMode="numeric"
            hint="If it is empty, samples are free."
          />
          <TextField
            form={form}
            name="samples_a_month"
            label="Samples per company and month"
            inputMode="numeric"
            hint="Samples that a company may request each month. If empty, 3."
          />
          <TextField
            form={form}
            name="sample_return_days"
            label="Return samples after (days)"
            inputMode="numeric"
            hint="If it is empty, buyers keep them."
          />
        </SettingsFieldset>
      )}
      {shows('terms') && (
        <SettingsFieldset title="Terms of the website" isSaving={isSaving}>
          <LongTextField
            form={form}
            name="terms"
            label="Text of the terms"
            rows={10}
            hint="If it is filled in, the website has a page /terms, and every page links to it. Lists with - or 1., **bold** and *italic*, as in descriptions of products."
          />
        </SettingsFieldset>
      )}
      {shows('privacy') && (
        <SettingsFieldset title="Privacy" isSaving={isSaving}>
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
                The contact for questions and complaints about personal data: name, office and e-mail, as
                shown on /privacy and in the{' '}
                <Link to="/admin/privacy?tab=notices">notices under the forms</Link>.
              </>
            }
          />
          <CheckField
            form={form}
            name="counts_visits"
            label="Count visits"
            hint="Counts searches, product views and additions to the basket by day, without identifying visitors. Browsers that ask not to be tracked are never counted."
          />
        </SettingsFieldset>
      )}
    </>
  )
}
