import {
  Button,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { momentText } from '@giftwell/shared/quotations/format.ts'
import { languageName, type NoticeForm } from '@giftwell/shared/settings/privacy-notice.ts'
import { siteSettings } from '@giftwell/shared/settings/site-settings.ts'
import { useSubmitOnce } from '@giftwell/shared/ui/use-submit-once.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { ListState } from '../list/list-card.tsx'
import classes from './privacy.module.css'
import { noticesQuery, type PrivacyNotice, savingNotice } from './privacy-requests.ts'

const forms: Readonly<Record<NoticeForm, string>> = {
  inquiry: 'Inquiry forms',
  sign_up: 'Sign-up',
  quotation: 'Quotation',
  comment: 'Comments on a quotation',
  data_request: 'Request my data',
}

const isLanguage = (tag: string) => /^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(tag)

/** The notices under the forms, each in its languages; every saved text is a new version. */
export function NoticesTab() {
  const notices = useQuery(noticesQuery(useBackend()))
  const [form, setForm] = useState<string>('inquiry')
  const [language, setLanguage] = useState('en')
  const [added, setAdded] = useState('')
  const [isTried, setTried] = useState(false)
  if (notices.data === undefined) return <ListState list={notices} />
  const ofForm = notices.data.filter((notice) => notice.form === form)
  const languages = new Set([...ofForm.map((notice) => notice.language), language])
  const versions = ofForm.filter((notice) => notice.language === language)
  return (
    <Stack gap="md">
      <Group gap={12} align="flex-end">
        <NativeSelect
          label="Form"
          value={form}
          data={Object.entries(forms).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => setForm(value)}
        />
        <NativeSelect
          label="Language"
          value={language}
          data={[...languages].map((value) => ({ value, label: languageName(value) }))}
          onChange={({ currentTarget: { value } }) => setLanguage(value)}
        />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setTried(!isLanguage(added))
            if (!isLanguage(added)) return
            setLanguage(added)
            setAdded('')
          }}
        >
          <Group gap={8} align="flex-end">
            <TextInput
              label="Another language"
              placeholder="ta, bn, mr"
              size="sm"
              w={160}
              value={added}
              error={isTried && 'Enter a code such as ta or bn'}
              onChange={({ currentTarget: { value } }) => setAdded(value.trim())}
            />
            <Button type="submit" size="sm" variant="default">
              Add language
            </Button>
          </Group>
        </form>
      </Group>
      <NoticeEditor
        key={`${form} ${language} ${versions.length}`}
        form={form}
        language={language}
        versions={versions}
      />
    </Stack>
  )
}

interface NoticeEditorProps {
  readonly form: string
  readonly language: string
  /** The newest first; none of a new language. */
  readonly versions: readonly PrivacyNotice[]
}

function NoticeEditor({ form, language, versions }: NoticeEditorProps) {
  const current = versions[0]?.text ?? ''
  const [text, setText] = useState(current)
  const platform = usePlatform()
  const save = useMutation(savingNotice(useBackend()))
  const isDirty = text.trim() !== current.trim()
  useUnsavedGuard({ isUnsaved: () => isDirty })
  const saving = useSubmitOnce(async () => {
    try {
      await save.mutateAsync({ form, language, text: text.trim() })
    } catch {
      // The toast says why; the text stays.
    }
  })
  const next = (versions[0]?.version ?? 0) + 1

  async function takeUp(version: PrivacyNotice) {
    const question = 'Replace the text that is not saved?'
    if (!isDirty || (await platform.confirm(question, { action: 'Replace' }))) setText(version.text)
  }

  return (
    <SimpleGrid minColWidth={320} autoFlow="auto-fit" spacing="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isDirty && text.trim() !== '') void saving.run()
        }}
      >
        <Stack gap={12}>
          <Textarea
            label="Text of the notice"
            description="An empty line starts a paragraph. {site}, {contact} and {grievance} are filled in: the name, the e-mail and the grievance contact of Site Settings; {requests} says how long Retention stores closed requests."
            lang={language}
            rows={14}
            maxLength={5000}
            resize="vertical"
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          <Group gap={8}>
            <Button type="submit" loading={saving.isRunning} disabled={!isDirty || text.trim() === ''}>
              Save as version {next}
            </Button>
            {isDirty && (
              <Button variant="default" onClick={() => setText(current)}>
                Discard changes
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <Stack gap="md">
        <Paper component="section" withBorder radius="lg" p="md" aria-label="Preview">
          <Title order={2} ff="text" fz="0.9375rem" fw={650} mb={8}>
            Preview
          </Title>
          <Text lang={language} className={classes.text} size="sm">
            <Filled text={text} />
          </Text>
        </Paper>
        {versions.length > 0 && (
          <Paper component="section" withBorder radius="lg" p="md" aria-label="Versions">
            <Title order={2} ff="text" fz="0.9375rem" fw={650} mb={8}>
              Versions
            </Title>
            <Stack component="ul" gap={8}>
              {versions.map((version) => (
                <Group component="li" key={version.version} justify="space-between" gap={12}>
                  <Text size="sm">
                    Version {version.version}, {momentText(version.created_at)}
                  </Text>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Take up version ${version.version}`}
                    onClick={() => void takeUp(version)}
                  >
                    Take up
                  </Button>
                </Group>
              ))}
            </Stack>
          </Paper>
        )}
      </Stack>
    </SimpleGrid>
  )
}

/** A notice as the website shows it. */
function Filled({ text }: { readonly text: string }) {
  const site = useSite()
  const settings = useQuery(siteSettings.list(useBackend())).data?.[0]
  const known: Readonly<Record<string, string | null | undefined>> = {
    site: site.name,
    contact: settings?.contact_email,
    grievance: settings?.grievance_contact ?? settings?.contact_email,
    requests: '[How long requests are stored]',
  }
  return text.replaceAll(
    /\{(site|contact|grievance|requests)\}/g,
    (whole, key: string) => known[key] ?? whole,
  )
}
