import { storedList } from '../list/stored-list.ts'
import { sampleList, sampleName, type SampleRow } from './sample-list-query.ts'

/** The newest samples without their addresses, for reading offline. */
export const storedSamples = storedList<SampleRow>({
  name: 'samples',
  most: 500,
  fetch: async (backend, most, signal) => ({
    rows: await sampleList.read(backend, sampleList.every, { at: 'first' }, { size: most, signal }),
  }),
  // As `search_text` of `private.sample_rows`.
  textOf: (row) =>
    [
      sampleName(row),
      row.company,
      row.buyer,
      row.reference,
      row.quotation_number,
      row.courier,
      row.tracking_number,
    ]
      .filter(Boolean)
      .join('\n'),
})
