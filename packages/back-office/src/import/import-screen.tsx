import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { importsQuery } from './product-import.ts'
import { ScreenHead } from '../screen/screen-head.tsx'
import { ExportForImport } from './export-for-import.tsx'
import { ImportFile } from './import-file.tsx'
import { ImportRun } from './import-run.tsx'
import { ImportList } from './import-list.tsx'
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
        subtitle="From a CSV or Excel file, with pictures. Nothing is saved before you have seen what will happen."
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
