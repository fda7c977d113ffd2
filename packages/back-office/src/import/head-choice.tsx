import { Group, NativeSelect, Text } from '@mantine/core'

import { counted } from '@giftwell/shared/kernel/counted.ts'
import { type ColumnMapping, type Head, headAt, headWithin } from './import-columns.ts'
import type { Sheet } from './sheet.ts'

/** A file, where its titles stand and what its columns are. */
export interface ChosenFile {
  readonly file: File
  readonly sheet: Sheet
  readonly head: Head
  readonly mapping: ColumnMapping
}

interface HeadChoiceProps extends ChosenFile {
  readonly onSheet: (name: string) => void
  readonly onHead: (head: Head) => void
}

/** Which sheet of a workbook is read, and which row has the titles. */
export function HeadChoice({ sheet, head, onSheet, onHead }: HeadChoiceProps) {
  const rows = sheet.rows.slice(0, headWithin)
  return (
    <>
      <Group gap="10px 14px">
        {(sheet.names?.length ?? 0) > 1 && (
          <NativeSelect
            label="Sheet"
            value={sheet.name}
            data={[...(sheet.names ?? [])]}
            onChange={({ currentTarget }) => onSheet(currentTarget.value)}
          />
        )}
        <NativeSelect
          label="Titles are in"
          value={String(head.last)}
          maw="100%"
          data={rows.map(({ number, cells }, index) => ({
            value: String(index),
            label: `Row ${number}: ${shortened(cells)}`,
          }))}
          onChange={({ currentTarget }) => onHead(headAt(sheet.rows, Number(currentTarget.value)))}
        />
      </Group>
      {head.first > 0 && <Text size="sm">{aboveNote(sheet, head)}</Text>}
    </>
  )
}

const mostLetters = 80

function shortened(cells: readonly string[]): string {
  const text = cells.filter((cell) => cell.trim() !== '').join(' · ')
  return text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text
}

function aboveNote(sheet: Sheet, head: Head): string {
  const above = sheet.rows.slice(0, head.first)
  return `Left out above the titles: ${above.map(({ cells }) => shortened(cells)).join(' / ')}`
}

/** What the check says beside the results of the rows. */
export function notesOf({ sheet, head, mapping }: ChosenFile, hiddenCount: number): readonly string[] {
  const ignored = head.titles.filter((title, column) => title !== '' && mapping[column] === null)
  return [
    ...(head.first > 0 ? [aboveNote(sheet, head)] : []),
    ...(ignored.length > 0 ? [`Columns left out: ${ignored.join(', ')}`] : []),
    ...(hiddenCount > 0
      ? [`${counted(hiddenCount, 'row')} of these ${hiddenCount === 1 ? 'is' : 'are'} hidden in the sheet`]
      : []),
  ]
}
