import { expect, test } from 'vitest'

import type { UpdateState } from '../../ipc/contract.ts'
import { nextUpdate, type UpdateEvent } from './next-update.ts'

const none: UpdateState = { step: 'none' }
const half: UpdateState = { step: 'downloading', version: '2.0.0', percent: 50 }
const ready: UpdateState = { step: 'ready', version: '2.0.0' }

test.each<[string, UpdateState, UpdateEvent, UpdateState]>([
  ['what is found is downloaded', none, { type: 'found', version: '2.0.0' }, { ...half, percent: 0 }],
  ['finding it again changes nothing', half, { type: 'found', version: '2.0.0' }, half],
  ['what is ready stays so when it is found again', ready, { type: 'found', version: '2.0.0' }, ready],
  [
    'a newer version takes its place',
    ready,
    { type: 'found', version: '2.0.1' },
    { step: 'downloading', version: '2.0.1', percent: 0 },
  ],
  ['a percent is a whole one', half, { type: 'progress', percent: 62.9 }, { ...half, percent: 62 }],
  ['a part of a percent changes nothing', half, { type: 'progress', percent: 50.4 }, half],
  ['there are a hundred percent', half, { type: 'progress', percent: 130 }, { ...half, percent: 100 }],
  ['progress of nothing changes nothing', none, { type: 'progress', percent: 10 }, none],
  ['progress after the end changes nothing', ready, { type: 'progress', percent: 10 }, ready],
  ['what is downloaded is ready', half, { type: 'downloaded', version: '2.0.0' }, ready],
  ['what was downloaded before is ready', none, { type: 'downloaded', version: '2.0.0' }, ready],
  ['being ready twice changes nothing', ready, { type: 'downloaded', version: '2.0.0' }, ready],
  ['a failed download leaves none', half, { type: 'failed' }, none],
  ['a failed check leaves what is ready', ready, { type: 'failed' }, ready],
  ['a failed check changes nothing', none, { type: 'failed' }, none],
])('%s', (_name, state, event, expected) => {
  const next = nextUpdate(state, event)
  expect(next).toEqual(expected)
  // The very same state means that nobody is told.
  expect(next === state).toBe(JSON.stringify(state) === JSON.stringify(expected))
})
