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
import { z } from 'zod'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { momentText } from '@giftwell/shared/kernel/india-time.ts'
import { languageName, type NoticeForm } from '@giftwell/shared/legal/privacy-text.ts'
import { siteSettings } from '@giftwell/shared/settings/site-settings.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { ListState } from '../list/list-card.tsx'
import { useFieldValue } from '../record/fields.tsx'
import { useUnsavedGuard } from '@giftwell/shared/app/unsaved-guard.tsx'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { noticesQuery, type NoticeVersion, savingNotice } from './privacy-requests.ts'
import { RowButton } from '../screen/buttons.tsx'

const forms: Readonly<Record<NoticeForm, string>> = {
  inquiry: 'Inquiry forms',
  sign_up: 'Sign-up',
  quotation: 'Quotation',
  comment: 'Comments on a quotation',
  data_request: 'Request my data',
}

const languageForm = z.object({
  added: z
    .string()
    .trim()
    .regex(/^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/, 'Enter a code such as ta or bn'),
})
const noticeForm = z.object({ text: z.string().trim() })

/** The notices under the forms, each in its languages; every saved text is a new version. */
export function NoticesTab() {
  const notices = useQuery(noticesQuery(useBackend()))
  const [form, setForm] = useState<string>('inquiry')
  const [language, setLanguage] = useState('en')
  const adding = useRulesForm({
    rules: languageForm,
    initial: { added: '' },
    isEmptied: true,
    send: ({ added }) => setLanguage(added),
  })
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
        <form noValidate onSubmit={adding.onSubmit}>
          <Group gap={8} align="flex-end">
            <TextInput
              key={adding.form.key('added')}
              label="Another language"
              placeholder="ta, bn, mr"
              size="sm"
              w={160}
              {...adding.form.getInputProps('added')}
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
  readonly versions: readonly NoticeVersion[]
}

function NoticeEditor({ form, language, versions }: NoticeEditorProps) {
  const current = versions[0]?.text ?? ''
  const platform = usePlatform()
  const saving = useMutation(savingNotice(useBackend()))
  const editing = useRulesForm({
    rules: noticeForm,
    initial: { text: current },
    send: ({ text: typed }) => saving.mutateAsync({ form, language, text: typed }),
  })
  useUnsavedGuard({ isUnsaved: editing.form.isDirty })
  const text = useFieldValue(editing.form, 'text')
  const setText = (typed: string) => editing.form.setFieldValue('text', typed)
  const isDirty = text.trim() !== current.trim()
  const next = (versions[0]?.version ?? 0) + 1

  async function takeUp(version: NoticeVersion) {
    const question = 'Replace your unsaved text?'
    if (!isDirty || (await platform.confirm(question, { action: 'Replace' }))) setText(version.text)
  }

  return (
    <SimpleGrid minColWidth={320} autoFlow="auto-fit" spacing="lg">
      <form noValidate onSubmit={editing.onSubmit}>
        <Stack gap={12}>
          <Textarea
            key={editing.form.key('text')}
            label="Text of the notice"
            description="An empty line starts a paragraph. {site}, {contact} and {grievance} become the name, the e-mail and the grievance contact of Site Settings; {requests} becomes the time for which closed requests are stored (see Retention)."
            lang={language}
            rows={14}
            maxLength={5000}
            resize="vertical"
            {...editing.form.getInputProps('text')}
          />
          <Group gap={8}>
            <Button type="submit" loading={editing.isSending} disabled={!isDirty || text.trim() === ''}>
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
          <Text lang={language} className="typed-text" size="sm">
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
                  <RowButton
                    label="Use"
                    aria-label={`Use version ${version.version}`}
                    onClick={() => void takeUp(version)}
                  />
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
