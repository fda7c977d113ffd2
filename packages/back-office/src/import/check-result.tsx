import { Button, Group, Text } from '@mantine/core'

import { counted } from '@giftwell/shared/kernel/counted.ts'
import type { RowMessages } from './import-format.ts'
import { RowMessagesTable } from './import-tables.tsx'
import type { ImportedRow, ImportRecord } from './product-import.ts'
import { StepPart } from './step-part.tsx'

/** The results of a dry run, and the records to store. */
export interface Checked {
  readonly results: readonly ImportedRow[]
  readonly toStore: readonly ImportRecord[]
}

interface CheckResultProps {
  readonly checked: Checked
  readonly warnings: readonly RowMessages[]
  readonly notes: readonly string[]
  readonly onBack: () => void
  readonly onStart: () => void
  readonly onDownload: (failed: readonly ImportedRow[]) => void
}

/** What would become of the rows, and what in them needs a look. */
export function CheckResult({ checked, warnings, notes, onBack, onStart, onDownload }: CheckResultProps) {
  const { results } = checked
  const failed = results.filter(({ outcome }) => outcome === 'failed')
  const count = (outcome: ImportedRow['outcome']) =>
    results.filter((row) => row.outcome === outcome).length.toLocaleString()
  const removals = results.flatMap(({ number, removed = [] }) =>
    removed.length === 0
      ? []
      : [{ number, errors: Object.fromEntries(removed.map((field) => [field, emptied])) }],
  )
  return (
    <StepPart title="What will happen">
      <Text role="status" fw={600}>
        {`${count('created')} will be created, ${count('updated')} updated, ${count('unchanged')} left as they are, ${count('failed')} cannot be imported`}
      </Text>
      {notes.map((note) => (
        <Text key={note} size="sm">
          {note}
        </Text>
      ))}
      <RowMessagesTable label="Rows with errors" rows={failed} />
      <RowMessagesTable label="What the file empties" what="Will be removed" rows={removals} />
      <RowMessagesTable label="Rows to look at" what="Note" rows={warnings} />
      <Group gap="10px 14px">
        {results.length > failed.length && (
          <Button onClick={onStart}>{`Import ${counted(results.length - failed.length, 'row')}`}</Button>
        )}
        {failed.length > 0 && (
          <Button variant="default" onClick={() => onDownload(failed)}>
            Download the rows to correct
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </Group>
    </StepPart>
  )
}

const emptied = 'The cell is empty: what the product has here is removed'
