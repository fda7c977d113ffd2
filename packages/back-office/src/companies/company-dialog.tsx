import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import type { Row } from '@giftwell/shared/kernel/table.ts'
import { LongTextField, TextField } from '../record/fields.tsx'
import { RecordDialog } from '../record/record-dialog.tsx'
import type { useEditing } from '../record/use-record-actions.ts'
import { administratorsQuery, choicesOf } from '../staff/administrators.ts'
import { companies } from './company-requests.ts'

/** Creates or edits a company. */
export function CompanyDialog({
  editing,
}: {
  readonly editing: ReturnType<typeof useEditing<Row<'companies'>>>
}) {
  const navigate = useNavigate()
  const people = useQuery({ ...administratorsQuery(useBackend()), enabled: useIsOnline() }).data ?? []
  return (
    <RecordDialog
      key={editing.opening}
      entity={companies}
      opened={editing.opened}
      record={editing.record}
      onClose={editing.close}
      onShow={() => void navigate('/admin/companies?sort=created_at-down')}
      shown={{ owner_id: (id) => people.find((person) => person.id === id)?.email ?? '' }}
    >
      {({ form }) => (
        <>
          <TextField form={form} name="name" label="Name" isRequired isFirst />
          <TextField form={form} name="gstin" label="GSTIN" />
          <LongTextField form={form} name="billing_address" label="Billing address" />
          <TextField
            form={form}
            name="domains"
            label="E-mail domains"
            placeholder="company.example"
            hint="Anyone who writes from one of these domains is added to the company."
          />
          <NativeSelect
            key={form.key('owner_id')}
            label="Owner"
            data={[{ value: '', label: 'No owner' }, ...choicesOf(people)]}
            {...form.getInputProps('owner_id')}
          />
          <TextField form={form} name="next_step" label="Next step" />
          <TextField form={form} name="next_on" label="On" type="date" />
          <LongTextField
            form={form}
            name="terms"
            label="Terms"
            hint="A new quotation begins with these terms instead of those in Site Settings."
          />
          <LongTextField form={form} name="note" label="Notes" rows={5} />
        </>
      )}
    </RecordDialog>
  )
}
