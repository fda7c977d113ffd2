import { Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { checkRows, type ImportedRow, type ImportKind, storeImport } from './product-import.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { ListCard } from '../list/list-card.tsx'
import { useProductChoices } from '../products/use-product-choices.ts'
import {
  type ColumnMapping,
  failedRows,
  newNames,
  recalledColumns,
  rememberColumns,
  toRecords,
} from './import-format.ts'
import { ImportColumns, ImportErrors } from './import-tables.tsx'
import { PictureButtons, type PicturePicking } from './picture-buttons.tsx'
import type { Sheet } from './read-table.ts'

interface ImportFileProps extends PicturePicking {
  /** The rows are stored, and the import can run. */
  readonly onStored: (id: string) => Promise<void>
}

const noRows: Sheet = []

/** Few enough that the embedded database, which does one thing at a time, answers visitors between them. */
const checkedAtOnce = 50

const kinds: readonly { readonly kind: ImportKind; readonly label: string }[] = [
  { kind: 'categories', label: 'Categories' },
  { kind: 'subcategories', label: 'Subcategories' },
  { kind: 'industry_tags', label: 'Industries' },
  { kind: 'doctor_type_tags', label: 'Doctor Types' },
  { kind: 'themes', label: 'Themes' },
]

/** Chooses a file and its pictures, says what each column is and what would happen, and stores the rows. */
export function ImportFile({ onStored, ...picking }: ImportFileProps) {
  const backend = useBackend()
  const platform = usePlatform()
  const choices = useProductChoices()
  const [file, setFile] = useState<{ readonly name: string; readonly sheet: Sheet }>()
  const [mapping, setMapping] = useState<ColumnMapping>([])
  const [update, setUpdate] = useState(true)
  const [create, setCreate] = useState<Partial<Record<ImportKind, readonly string[]>>>({})
  const [checked, setChecked] = useState<readonly ImportedRow[]>()
  const [busy, setBusy] = useState<string>()
  const [problem, setProblem] = useState<string>()

  const sheet = file?.sheet ?? noRows
  // Up to 50,000, which a render must not read again.
  const rows = useMemo(() => toRecords(sheet, mapping), [sheet, mapping])
  const { pictures } = picking
  const changed = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value)
      setChecked(undefined)
    }
  }

  async function busyWith(words: string, work: () => Promise<void>) {
    setBusy(words)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(undefined)
    }
  }

  function read(chosen: File | null) {
    if (chosen === null) return
    void busyWith(`Reading ${chosen.name}...`, async () => {
      setFile(undefined)
      setChecked(undefined)
      setCreate({})
      const sheet = await readInWorker(chosen)
      setMapping(recalledColumns(sheet[0] ?? []))
      setFile({ name: chosen.name, sheet })
    })
  }

  /** The records with what is known to be wrong without the server, such as pictures that were not chosen. */
  const records = () =>
    rows.map((record) =>
      record.image === undefined || pictures.has(record.image)
        ? record
        : {
            ...record,
            errors: { ...record.errors, image_url: `${record.image} is not among the chosen pictures` },
          },
    )

  function check() {
    void busyWith('Checking...', async () => {
      const toCheck = records()
      const results: ImportedRow[] = []
      for (let at = 0; at < toCheck.length; at += checkedAtOnce) {
        setBusy(`Checking ${at.toLocaleString()} of ${toCheck.length.toLocaleString()} rows...`)
        const batch = toCheck.slice(at, at + checkedAtOnce)
        results.push(...(await checkRows(backend, batch, { update, create }, new AbortController().signal)))
      }
      setChecked(results)
    })
  }

  function start() {
    if (file === undefined) return
    void busyWith('Storing the rows...', async () => {
      rememberColumns(sheet[0] ?? [], mapping)
      const id = crypto.randomUUID()
      const run = { id, name: file.name, options: { update, create } }
      await storeImport(backend, run, records(), new AbortController().signal)
      await onStored(id)
    })
  }

  const failed = checked?.filter(({ outcome }) => outcome === 'failed') ?? []
  const count = (outcome: ImportedRow['outcome']) =>
    checked?.filter((row) => row.outcome === outcome).length.toLocaleString() ?? ''
  const isSubcategory = (wanted: string) =>
    choices.subcategories.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const missing = newNames(rows, choices)
  return (
    <ListCard heading={file === undefined ? 'Choose a file' : file.name}>
      <fieldset disabled={busy !== undefined}>
        <Stack gap={14} p="md">
          <Group gap="10px 14px">
            <FileButton
              accept=".csv,.tsv,.txt,.xlsx"
              onChange={read}
              inputProps={{ 'aria-label': 'File to import' }}
            >
              {(props) => (
                <Button {...props}>{file === undefined ? 'Choose a file' : 'Choose another file'}</Button>
              )}
            </FileButton>
            <span role="status">
              {busy ??
                (file === undefined
                  ? 'CSV or Excel, at most 200 MB and 50,000 rows.'
                  : counted(rows.length, 'row'))}
            </span>
          </Group>
          {problem !== undefined && (
            <Text role="alert" c="var(--mantine-color-error)">
              {problem}
            </Text>
          )}
          {file !== undefined && (
            <>
              <ImportColumns sheet={sheet} mapping={mapping} onChange={changed(setMapping)} />
              {mapping.includes('image_url') && <PictureButtons {...picking} />}
              <Checkbox
                label="Update products with the same supplier code"
                description="Otherwise they are left as they are."
                checked={update}
                onChange={({ currentTarget: { checked: isTicked } }) => changed(setUpdate)(isTicked)}
              />
              {kinds.map(({ kind, label }) => {
                const names = missing.find((each) => each.kind === kind)?.names ?? []
                return (
                  names.length > 0 && (
                    <Checkbox.Group
                      key={kind}
                      label={`New ${label}: tick those to create`}
                      value={[...(create[kind] ?? [])]}
                      onChange={(ticked) => changed(setCreate)({ ...create, [kind]: ticked })}
                    >
                      <Group gap="10px 14px">
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
                  )
                )
              })}
              {checked !== undefined && (
                <Text role="status" fw={600}>
                  {`${count('created')} will be created, ${count('updated')} updated, ${count('unchanged')} left as they are, ${count('failed')} cannot be imported`}
                </Text>
              )}
              <ImportErrors rows={failed} />
              <Group gap="10px 14px">
                <Button variant={checked === undefined ? 'filled' : 'default'} onClick={check}>
                  Check
                </Button>
                {failed.length > 0 && (
                  <Button
                    variant="default"
                    onClick={() =>
                      void platform.saveFile({
                        name: `to-correct-${file.name.replace(/\.[^.]*$/, '')}.csv`,
                        content: failedRows(
                          sheet,
                          new Map(failed.map(({ number, errors }) => [number, errors])),
                        ),
                      })
                    }
                  >
                    Download the rows to correct
                  </Button>
                )}
                {checked !== undefined && checked.length > failed.length && (
                  <Button
                    onClick={start}
                  >{`Import ${counted(checked.length - failed.length, 'row')}`}</Button>
                )}
              </Group>
            </>
          )}
        </Stack>
      </fieldset>
    </ListCard>
  )
}

/** Milliseconds; 50,000 rows take a few seconds. */
const readTimeoutMs = 60_000

/**
 * Reads a CSV or XLSX file in a worker, so that the page stays responsive, and its memory is freed.
 *
 * @throws {Error} with a sentence for the user
 */
function readInWorker(file: File): Promise<Sheet> {
  const worker = new Worker(new URL('./read-table.worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Sheet>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<{ sheet: Sheet } | { error: string }>) => {
      if ('sheet' in data) resolve(data.sheet)
      else reject(new Error(data.error))
    })
    worker.addEventListener('error', () => reject(new Error('The file could not be read.')))
    setTimeout(() => reject(new Error('The file could not be read within a minute.')), readTimeoutMs)
    worker.postMessage(file, [])
  }).finally(() => worker.terminate())
}
