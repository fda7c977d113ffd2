import { Button, Checkbox, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMemo, useReducer } from 'react'

import { errorMessage } from '@giftwell/shared/kernel/app-error.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { counted } from '@giftwell/shared/kernel/counted.ts'
import { limits } from '@giftwell/shared/kernel/form-rules.ts'
import { nameKey } from '@giftwell/shared/kernel/name-key.ts'
import { prepareImage } from '@giftwell/shared/images/prepare-image.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { ListCard } from '../list/list-card.tsx'
import { CheckResult, type Checked, StepPart } from './check-result.tsx'
import { useProductChoices } from '../products/product-form.ts'
import { findHead, type Head, namesPictures } from './import-columns.ts'
import { failedRows, rowsBelow, toRecords } from './import-format.ts'
import { newNames, tagsAmong } from './new-names.ts'
import { recalledColumns, recalledSigns, rememberColumns, rememberSigns } from './remembered-choices.ts'
import { type ChosenFile, HeadChoice, NewNames, notesOf } from './import-choices.tsx'
import { CheckQuestion, SignChoice } from './import-questions.tsx'
import { ImportColumns } from './import-tables.tsx'
import { type Answers, nextImport, noImport, steps } from './import-state.ts'
import { joinRows } from './join-rows.ts'
import { PictureButtons, type PicturePicking } from './picture-buttons.tsx'
import { checkRows, type ImportedRow, storeImport } from './product-import.ts'
import { readInWorker } from './read-in-worker.ts'
import { productsGone, sameProducts, type SupplierProduct } from './supplier-products.ts'
import { pictureChanges } from './picture-changes.ts'
import { checkPictures } from './run-import.ts'
import type { Sheet } from './sheet.ts'

interface ImportFileProps extends PicturePicking {
  /** The rows are stored, and the import can run. */
  readonly onStored: (id: string) => Promise<void>
}

/** Few enough that the embedded database, which does one thing at a time, answers visitors between them. */
const checkedAtOnce = 50

const noFile: Pick<ChosenFile, 'sheet' | 'head' | 'mapping'> = {
  sheet: { rows: [] },
  head: { first: 0, last: 0, titles: [] },
  mapping: [],
}

/** Imports a file step by step: the file and its pictures, the columns, the check, and the rows. */
export function ImportFile({ onStored, ...picking }: ImportFileProps) {
  const backend = useBackend()
  const platform = usePlatform()
  const choices = useProductChoices()
  const [state, dispatch] = useReducer(nextImport, noImport)
  const { step, chosen, options, answers, busy, problem } = state
  const { leavesOutHidden, bandByPrice, update, create, supplier } = options
  const choose = (values: Partial<typeof options>) => dispatch({ kind: 'chose', options: values })
  const goTo = (wanted: 'Columns' | 'Pictures and names') => dispatch({ kind: 'went to', step: wanted })

  const { sheet, head, mapping } = chosen ?? noFile
  const hasPrice = mapping.includes('price') || mapping.includes('mrp')
  const { subcategories, industries, doctorTypes, themes, brandingMethods } = choices
  const named = rowsBelow(sheet, head)[0]?.cells[mapping.indexOf('supplier')]?.trim()
  const listOf = named ?? (supplier.trim() || JSON.stringify(head.titles))
  const recalled = useMemo(() => recalledSigns(listOf), [listOf])
  const signs = options.signs ?? recalled.signs
  // Up to 50,000, which a render must not read again.
  const { records, warnings, unclear, markupCount, bandCount } = useMemo(
    () =>
      toRecords(sheet, head, mapping, {
        leavesOutHidden,
        bandByPrice: bandByPrice && hasPrice,
        signs,
        isKnown: tagsAmong({ industries, doctorTypes, themes, brandingMethods }),
      }),
    [
      sheet,
      head,
      mapping,
      leavesOutHidden,
      bandByPrice,
      hasPrice,
      signs,
      industries,
      doctorTypes,
      themes,
      brandingMethods,
    ],
  )

  const setBusy = (text: string) => dispatch({ kind: 'runs', text })
  async function busyWith(text: string, work: () => Promise<void>) {
    setBusy(text)
    try {
      await work()
      dispatch({ kind: 'ended' })
    } catch (error) {
      dispatch({ kind: 'ended', problem: errorMessage(error) })
    }
  }

  function read(file: File | null, wanted?: string) {
    if (file === null) return
    void busyWith(`Reading ${file.name}...`, async () => {
      dispatch({ kind: 'reads a file' })
      const read = await readInWorker(file, wanted)
      if (read.rows.some(({ pictures }) => pictures !== undefined)) await picking.onChoose([file])
      dispatch({
        kind: 'has read',
        chosen: { file, sheet: read, ...withHead(read, findHead(read.rows)) },
      })
    })
  }

  function check(answer: Answers = {}) {
    const known = { ...answers, ...answer }
    dispatch({ kind: 'answered', answers: known })
    // The separators are asked about beside the names.
    const isAsked =
      options.signs !== undefined || [...unclear.keys()].every((sign) => recalled.known.includes(sign))
    if (step.name === 'Columns' && !isAsked) {
      goTo('Pictures and names')
      return
    }
    choose({ signs })
    rememberSigns(listOf, unclear.keys(), signs)
    const hasSupplier = mapping.includes('supplier') || supplier.trim() === ''
    const ofSupplier = hasSupplier
      ? records
      : records.map((record) => ({ ...record, supplier: supplier.trim() }))
    const joined = joinRows(ofSupplier, known.joins === true)
    if (joined.severalRows > 0 && known.joins === undefined) {
      dispatch({ kind: 'asks', question: { about: 'rows to join', severalRows: joined.severalRows } })
      return
    }
    void busyWith('Checking...', async () => {
      const { signal } = new AbortController()
      const same =
        update && known.updatesSame !== false ? await sameProducts(backend, joined.records, signal) : []
      if (same.length > 0 && known.updatesSame === undefined) {
        dispatch({ kind: 'asks', question: { about: 'same products', same } })
        return
      }
      const sameIds = new Map(same.map(({ number, product_id }) => [number, product_id]))
      const { toCheck, toStore, storedNames } = await checkPictures(
        backend,
        joined.records.map((record) => {
          const id = sameIds.get(record.number)
          return id === undefined ? record : { ...record, product_id: id }
        }),
        picking.pictures,
        prepareImage,
        {
          signal,
          onProgress: (done) => setBusy(`Checking ${counted(done, 'picture')}...`),
        },
      )
      const results: ImportedRow[] = []
      for (let at = 0; at < toCheck.length; at += checkedAtOnce) {
        setBusy(`Checking ${at.toLocaleString()} of ${toCheck.length.toLocaleString()} rows...`)
        const batch = toCheck.slice(at, at + checkedAtOnce)
        results.push(...(await checkRows(backend, batch, { update, create }, signal)))
      }
      setBusy('Looking for products that are not in the file...')
      const gone = update ? await productsGone(backend, ofSupplier, signal) : []
      const pictures = await pictureChanges(backend, results, toStore, storedNames)
      const all = [...warnings, ...joined.warnings]
      dispatch({ kind: 'checked', checked: { results, toStore, gone, pictures, warnings: all } })
    })
  }

  function start({ toStore }: Checked, toDrafts: readonly SupplierProduct[]) {
    if (chosen === undefined) return
    const after = sheet.rows.at(-1)?.number ?? 0
    const drafts = toDrafts.map(({ product_id, products: { name } }, index) => ({
      number: after + 1 + index,
      product_id,
      product_name: name,
      is_sample: false,
      errors: {},
    }))
    void busyWith('Storing the rows...', async () => {
      rememberColumns(head.titles, mapping)
      const id = crypto.randomUUID()
      const run = { id, name: chosen.file.name, options: { update, create } }
      await storeImport(backend, run, [...toStore, ...drafts], new AbortController().signal)
      await onStored(id)
    })
  }

  const lines = sheet.lineCount === undefined ? '' : ` of ${counted(sheet.lineCount, 'line')}`
  const hiddenCount = rowsBelow(sheet, head).filter(({ isHidden }) => isHidden).length
  return (
    <ListCard heading={chosen === undefined ? 'Choose a file' : chosen.file.name}>
      <fieldset disabled={busy !== undefined}>
        <Stack gap={14} p="md">
          <Group component="ol" gap="4px 20px" c="dimmed" fz="sm" aria-label="Steps">
            {steps.map((each, index) => (
              <Text
                component="li"
                key={each}
                inherit
                {...(each === step.name && {
                  'aria-current': 'step',
                  c: 'var(--mantine-color-text)',
                  fw: 650,
                })}
              >{`${index + 1}. ${each}`}</Text>
            ))}
          </Group>
          <Group gap="10px 14px">
            <FileButton
              accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls,.htm,.html"
              onChange={read}
              inputProps={{ 'aria-label': 'File to import' }}
            >
              {(props) => (
                <Button {...props} variant={chosen === undefined ? 'filled' : 'default'} size="sm">
                  {chosen === undefined ? 'Choose a file' : 'Choose another file'}
                </Button>
              )}
            </FileButton>
            <span role="status">
              {busy ??
                (chosen === undefined
                  ? 'CSV or Excel, at most 200 MB and 50,000 rows.'
                  : `${counted(records.length, 'row')}${lines}`)}
            </span>
          </Group>
          {problem !== undefined && (
            <Text role="alert" c="var(--mantine-color-error)">
              {problem}
            </Text>
          )}
          {chosen !== undefined && step.name === 'Columns' && (
            <StepPart title="Meaning of the columns">
              <HeadChoice
                {...chosen}
                onSheet={(name) => read(chosen.file, name)}
                onHead={(found) => dispatch({ kind: 'mapped', columns: withHead(sheet, found) })}
              />
              <ImportColumns
                sheet={sheet}
                head={head}
                mapping={mapping}
                onChange={(changed) => dispatch({ kind: 'mapped', columns: { mapping: changed } })}
              />
              {hiddenCount > 0 && (
                <Checkbox
                  label={`Leave out ${counted(hiddenCount, 'hidden row')}`}
                  description="The sheet has hidden rows."
                  checked={leavesOutHidden}
                  onChange={({ currentTarget }) => choose({ leavesOutHidden: currentTarget.checked })}
                />
              )}
              <Group gap="10px 14px">
                <Button onClick={() => goTo('Pictures and names')}>Next</Button>
                <Button variant="default" onClick={() => check()}>
                  Check
                </Button>
              </Group>
            </StepPart>
          )}
          {chosen !== undefined && step.name === 'Pictures and names' && (
            <StepPart title="Pictures and names">
              {(mapping.some(namesPictures) || picking.pictures.size > 0) && <PictureButtons {...picking} />}
              {!mapping.includes('supplier') && (
                <TextInput
                  label="Supplier of this list"
                  description="It applies to all rows, since the file has no column for it."
                  value={supplier}
                  maxLength={limits.fact}
                  maw={420}
                  onChange={({ currentTarget }) => choose({ supplier: currentTarget.value })}
                />
              )}
              <Checkbox
                label="Update products with the same code"
                description="Applies to products of the same supplier, and to our own. Without it, such products stay unchanged."
                checked={update}
                onChange={({ currentTarget }) => choose({ update: currentTarget.checked })}
              />
              {hasPrice && (
                <Checkbox
                  label="Set the budget band by the price"
                  description={`Applies to rows without a band.${mapping.includes('price') ? ' The price itself is not stored.' : ''}`}
                  checked={bandByPrice}
                  onChange={({ currentTarget }) => choose({ bandByPrice: currentTarget.checked })}
                />
              )}
              {unclear.size > 0 && (
                <SignChoice
                  unclear={unclear}
                  signs={signs}
                  onChange={(ticked) => choose({ signs: ticked })}
                />
              )}
              <NewNames
                missing={newNames(records, choices)}
                isSubcategory={(name) => subcategories.some((one) => nameKey(one.name) === nameKey(name))}
                create={create}
                onChange={(named) => choose({ create: named })}
              />
              <Group gap="10px 14px">
                <Button onClick={() => check()}>Check</Button>
                <Button variant="default" onClick={() => goTo('Columns')}>
                  Back
                </Button>
              </Group>
            </StepPart>
          )}
          {step.name === 'Check' && step.checked === undefined && (
            <CheckQuestion
              question={step.question}
              onAnswer={check}
              onBack={() => goTo('Pictures and names')}
            />
          )}
          {chosen !== undefined && step.name === 'Check' && step.checked !== undefined && (
            <CheckResult
              checked={step.checked}
              notes={notesOf(chosen, {
                hiddenCount: leavesOutHidden ? 0 : hiddenCount,
                markupCount,
                bandCount,
              })}
              onBack={() => goTo('Pictures and names')}
              onStart={(toDrafts) => start(step.checked, toDrafts)}
              onDownload={(failed) =>
                void platform.saveFile({
                  name: `to-correct-${chosen.file.name.replace(/\.[^.]*$/, '')}.csv`,
                  content: failedRows(
                    sheet,
                    head,
                    new Map(
                      failed.flatMap(({ number, errors }) =>
                        rowsOf(step.checked, number).map((row) => [row, errors]),
                      ),
                    ),
                  ),
                })
              }
            />
          )}
        </Stack>
      </fieldset>
    </ListCard>
  )
}

/** The rows of the file that a record was made of. */
function rowsOf({ toStore }: Checked, number: number): readonly number[] {
  return [number, ...(toStore.find((record) => record.number === number)?.rows ?? [])]
}

/** The titles with the meaning of their columns, without hidden ones. */
function withHead(sheet: Sheet, head: Head): Pick<ChosenFile, 'head' | 'mapping'> {
  const mapping = recalledColumns(head.titles)
  return {
    head,
    mapping: mapping.map((field, column) => (sheet.hiddenColumns?.includes(column) ? null : field)),
  }
}
