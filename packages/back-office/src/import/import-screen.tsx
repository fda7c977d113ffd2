import { Box, Button, Menu, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import type { Column } from '../list/column-head.tsx'
import { DataTable } from '../list/data-table.tsx'
import { ListCard, ListState } from '../list/list-card.tsx'
import { type ExportKind, exportKinds, exportName } from '../list/list-export.ts'
import { ScreenHead } from '../screen/screen-head.tsx'
import { exportProducts } from './export-products.ts'
import { ImportFile } from './import-file.tsx'
import { ImportRun } from './import-run.tsx'
import { type Import, importsQuery } from './product-import.ts'
import { collectPictures, type Pictures } from './pictures.ts'

const noPictures: Pictures = { size: 0, has: () => false, read: () => Promise.resolve(null) }

/** Imports products from a CSV or XLSX file with pictures (docs/import.md), and goes on with imports that were interrupted. */
export function ImportScreen() {
  const imports = useQuery(importsQuery(useBackend()))
  const queryClient = useQueryClient()
  const [openId, setOpenId] = useState<string>()
  const [startsAtOnce, setStartsAtOnce] = useState(false)
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [pictures, setPictures] = useState(noPictures)
  const [pictureError, setPictureError] = useState<string>()
  const choose = async (files: readonly File[]) => {
    if (files.length === 0) return
    try {
      const all = [...chosen, ...files]
      setPictures(await collectPictures(all))
      setChosen(all)
      setPictureError(undefined)
    } catch (error) {
      setPictureError(error instanceof Error ? error.message : 'The pictures could not be read.')
    }
  }
  const picking = { pictures, error: pictureError, onChoose: choose }
  const open = imports.data?.find(({ id }) => id === openId)
  return (
    <>
      <ScreenHead
        title="Import products"
        subtitle="From a CSV or Excel file, with pictures. You see what will happen before anything is saved."
      >
        <ExportForImport />
      </ScreenHead>
      {open === undefined ? (
        <ImportFile
          {...picking}
          onStored={async (id) => {
            await queryClient.invalidateQueries({ queryKey: ['imports'] })
            setStartsAtOnce(true)
            setOpenId(id)
          }}
        />
      ) : (
        <ImportRun
          key={open.id}
          {...picking}
          run={open}
          startsAtOnce={startsAtOnce}
          onClose={() => {
            setOpenId(undefined)
            setStartsAtOnce(false)
          }}
        />
      )}
      {open === undefined && <ImportList imports={imports} onOpen={setOpenId} />}
    </>
  )
}

/** Exports all products in the format that an import reads, as CSV or for Excel. */
function ExportForImport() {
  const backend = useBackend()
  const { name: site } = useSite()
  const platform = usePlatform()
  const { mutate, isPending } = useMutation({
    meta: { invalidates: [], failed: 'Error exporting products' },
    async mutationFn(kind: ExportKind) {
      await platform.saveFile({
        name: exportName(site, 'products', new Date(), kind),
        content: await exportProducts(backend, kind, new AbortController().signal),
      })
    },
  })
  return (
    <Menu position="bottom-end" disabled={isPending} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" loading={isPending}>
          Export for import
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(exportKinds) as ExportKind[]).map((kind) => (
          <Menu.Item key={kind} onClick={() => mutate(kind)}>
            {exportKinds[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ImportListProps {
  readonly imports: UseQueryResult<readonly Import[]>
  readonly onOpen: (id: string) => void
}

/** The latest imports, each with its report and its undo. */
function ImportList({ imports, onOpen }: ImportListProps) {
  const columns: readonly Column<Import>[] = [
    { header: 'Name', cell: ({ name }) => name, look: 'name' },
    { header: 'Rows', cell: ({ row_count: count }) => count.toLocaleString(), look: 'quiet', width: '110px' },
    {
      header: 'Imported',
      cell: ({ created_at: time, undone_at: undone }) => (
        <>
          <time dateTime={time}>{new Date(time).toLocaleString()}</time>
          {undone !== null && <span>, undone</span>}
        </>
      ),
      look: 'quiet',
      width: '260px',
    },
    {
      header: 'Actions',
      cell: ({ id, name }) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Report of ${name}`}
          onClick={() => onOpen(id)}
        >
          Report
        </Button>
      ),
      width: '110px',
    },
  ]
  return (
    <Box mt={20}>
      <ListCard heading="Latest imports">
        {imports.data === undefined && <ListState list={imports} failed="Error loading imports: " />}
        {imports.data?.length === 0 && <Text p="md">There are none yet.</Text>}
        {imports.data !== undefined && imports.data.length > 0 && (
          <DataTable label="Imports" columns={columns} rows={imports.data} />
        )}
      </ListCard>
    </Box>
  )
}
