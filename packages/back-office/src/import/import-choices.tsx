import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { type ColumnMapping, type Head, headAt, headWithin } from './import-columns.ts'
import type { Sheet } from './sheet.ts'
import classes from './import-screen.module.css'
import type { ImportKind } from './product-import.ts'

/** A file, its row of titles and the meaning of its columns. */
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

/** Rows and cells that the check counts. */
interface NotedCounts {
  readonly hiddenCount: number
  readonly markupCount: number
  readonly bandCount: number
}

/** The check's findings beside the results of the rows. */
export function notesOf(
  { sheet, head, mapping }: ChosenFile,
  { hiddenCount, markupCount, bandCount }: NotedCounts,
): readonly string[] {
  const ignored = head.titles.filter((title, column) => title !== '' && mapping[column] === null)
  return [
    ...(head.first > 0 ? [aboveNote(sheet, head)] : []),
    ...(ignored.length > 0 ? [`Columns left out: ${ignored.join(', ')}`] : []),
    ...(sheet.shop === undefined
      ? []
      : [`This is an export of ${sheet.shop}: its variants are read as the products that they belong to`]),
    ...(markupCount > 0
      ? [`Markup of another program is read as text in ${counted(markupCount, 'cell')}`]
      : []),
    ...(bandCount > 0 ? [`The price sets the budget band of ${counted(bandCount, 'row')}`] : []),
    ...(hiddenCount > 0
      ? [counted(hiddenCount, 'row of these is hidden in the sheet', 'rows of these are hidden in the sheet')]
      : []),
  ]
}

const kinds: Readonly<Record<ImportKind, string>> = {
  categories: 'Categories',
  subcategories: 'Subcategories',
  industry_tags: 'Industries',
  doctor_type_tags: 'Doctor Types',
  themes: 'Themes',
  branding_methods: 'Branding Methods',
}

type Names = Readonly<Partial<Record<ImportKind, readonly string[]>>>

interface NewNamesProps {
  readonly missing: readonly { readonly kind: ImportKind; readonly names: readonly string[] }[]
  /** Whether a subcategory has this name, of whatever category. */
  readonly isSubcategory: (name: string) => boolean
  readonly create: Names
  readonly onChange: (create: Names) => void
}

/** Ticks the categories and tags of a file that may be created. */
export function NewNames({ missing, isSubcategory, create, onChange }: NewNamesProps) {
  return missing.map(
    ({ kind, names }) =>
      names.length > 0 && (
        <Stack key={kind} gap={8} align="flex-start">
          <Checkbox.Group
            label={`New ${kinds[kind]}: tick those to create`}
            value={[...(create[kind] ?? [])]}
            onChange={(ticked) => onChange({ ...create, [kind]: ticked })}
          >
            <Group className={classes.scroller} gap="10px 14px">
              {names.map((name) => (
                <Checkbox
                  key={name}
                  value={name}
                  label={
                    kind === 'subcategories' && isSubcategory(name)
                      ? `${name} (exists, is added to the category)`
                      : name
                  }
                  size="sm"
                />
              ))}
            </Group>
          </Checkbox.Group>
          {names.length > 3 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onChange({ ...create, [kind]: names })}
            >
              {`Tick all ${names.length.toLocaleString()} ${kinds[kind]}`}
            </Button>
          )}
        </Stack>
      ),
  )
}
