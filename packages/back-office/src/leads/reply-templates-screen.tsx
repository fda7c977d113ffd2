import { Group, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { leadNamesQuery } from './lead-list.ts'
import { replyPlaceholders, replyTemplates } from '@giftwell/shared/settings/reply-templates.ts'
import { createdColumn, nameColumn } from '../list/column-head.tsx'
import { CrudScreen } from '../list/crud-screen.tsx'
import { LongTextField, TextField } from '../record/fields.tsx'
import { firstRead } from '../screen/screen-head.tsx'
import { defaultReply, replyLink, replyText } from './lead-links.ts'
import { useReplier } from './lead-reply.tsx'
import { RowButton } from '../screen/buttons.tsx'

type FormProps = { readonly form: UseFormReturnType<typeof replyTemplates.empty> }

/** The texts of replies to leads, chosen where a lead is answered. */
export function ReplyTemplatesScreen() {
  return (
    <CrudScreen
      entity={replyTemplates}
      columns={[
        nameColumn,
        {
          header: 'Text',
          cell: ({ body }) => (
            <Text inherit lineClamp={2}>
              {body}
            </Text>
          ),
          sortedBy: 'body',
          value: ({ body }) => body,
        },
        createdColumn,
      ]}
      // Begins as the reply without a template.
      initial={{ name: '', body: defaultReply }}
      fields={({ form }) => (
        <>
          <TextField form={form} name="name" label="Name" isRequired isFirst />
          <LongTextField form={form} name="body" label="Text" rows={10} isRequired />
          <Placeholders form={form} />
          <Preview form={form} />
        </>
      )}
    />
  )
}

ReplyTemplatesScreen.firstRead = firstRead(replyTemplates.list)

/** Every placeholder with its meaning; a press inserts it into the text. */
function Placeholders({ form }: FormProps) {
  const id = useId()
  function insertPlaceholder(placeholder: string) {
    const box = form.getInputNode('body')
    if (!(box instanceof HTMLTextAreaElement)) return
    box.focus()
    box.setRangeText(placeholder, box.selectionStart, box.selectionEnd, 'end')
    // As if it were typed.
    box.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  return (
    <section aria-label="Placeholders">
      <SimpleGrid
        component="dl"
        minColWidth="min(100%, 220px)"
        autoFlow="auto-fill"
        spacing={16}
        verticalSpacing={8}
        fz="0.8125rem"
      >
        {Object.entries(replyPlaceholders).map(([name, meaning]) => (
          <Group key={name} align="baseline" gap={8} wrap="nowrap">
            <dt>
              <RowButton
                label={`{${name}}`}
                aria-describedby={`${id}${name}`}
                onClick={() => insertPlaceholder(`{${name}}`)}
              />
            </dt>
            <Text component="dd" c="dimmed" fz="inherit" id={`${id}${name}`}>
              {meaning}
            </Text>
          </Group>
        ))}
      </SimpleGrid>
    </section>
  )
}

/** The reply as one of the newest leads would get it. */
function Preview({ form }: FormProps) {
  const replier = useReplier()
  const { data: leads = [] } = useQuery(leadNamesQuery(useBackend(), ''))
  const [body, setBody] = useState(() => form.getValues().body)
  form.watch('body', ({ value }) => setBody(value))
  const [chosen, setChosen] = useState('')
  const lead = leads.find(({ id }) => id === chosen) ?? leads[0]
  if (lead === undefined)
    return (
      <Text c="dimmed" size="sm" mt={8}>
        The preview will appear here with the first lead.
      </Text>
    )
  return (
    <section aria-label="Preview">
      <NativeSelect
        label="Preview for"
        value={lead.id}
        data={leads.map(({ id, name, company }) => ({ value: id, label: `${name}, ${company}` }))}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
      <Text className="typed-text" mt={8} px={14} py={12} bdrs="md" bg="var(--gw-sunken)" fz="sm" lh={1.5}>
        {replyText(body.trim(), lead, replier)}
      </Text>
      {!replyLink(body.trim(), lead, replier).includes('&body=') && (
        <Text role="alert" c="dimmed" size="sm" mt={8}>
          This is too long for a mail program or WhatsApp, which will open without a text.
        </Text>
      )}
    </section>
  )
}
