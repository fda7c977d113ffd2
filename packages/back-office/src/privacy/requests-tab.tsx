import { Badge, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconPlus, IconUserSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { cleanEmail, emailProblem } from '@giftwell/shared/kernel/email-address.ts'
import { dayText, dayInIndia } from '@giftwell/shared/kernel/india-time.ts'
import type { Column } from '../list/column-head.tsx'
import { localMoment } from '../list/list-export.ts'
import { type LongList, LongListScreen, useLongList } from '../list/long-list-screen.tsx'
import { ActionDialog } from '../record/action-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'
import {
  daysUntil,
  dueText,
  openingRequest,
  orderOf,
  type PrivacyRequest,
  readRequests,
  requestAddress,
  requestCountQuery,
  requestKinds,
  requestPageQuery,
  type RequestSearch,
  requestStates,
} from './privacy-requests.ts'

const kindOf = ({ kind }: PrivacyRequest) => requestKinds[kind as keyof typeof requestKinds] // a constraint allows no other
const stateOf = ({ state }: PrivacyRequest) => requestStates[state as keyof typeof requestStates] // nor here
const dueOf = ({ state, due_on: day }: PrivacyRequest) => (state === 'open' ? dueText(day) : '-')

const columns: readonly Column<PrivacyRequest>[] = [
  { header: 'E-mail', look: 'name', cell: ({ email }) => email },
  { header: 'Kind', width: '160px', cell: kindOf },
  {
    header: 'Received',
    look: 'quiet',
    width: '128px',
    cell: ({ created_at: time }) => dayText(dayInIndia(time)),
    text: ({ created_at: time }) => localMoment(time),
  },
  {
    header: 'Due',
    width: '220px',
    cell: (request) =>
      request.state === 'open' ? (
        <Text inherit {...(daysUntil(request.due_on) < 0 && { c: 'var(--mantine-color-error)', fw: 600 })}>
          {dayText(request.due_on)}, {dueOf(request)}
        </Text>
      ) : (
        '-'
      ),
    text: ({ due_on: day }) => day,
  },
  {
    header: 'State',
    width: '110px',
    cell: (request) => (
      <Badge variant="light" tt="none" color={request.state === 'open' ? 'marigold' : 'gray'}>
        {stateOf(request)}
      </Badge>
    ),
    text: stateOf,
  },
]

const exported: readonly Column<PrivacyRequest>[] = [
  ...columns,
  { header: 'Request', cell: ({ text }) => text ?? '-' },
  { header: 'Answer', cell: ({ answer }) => answer ?? '-' },
]

const states: readonly { readonly value: RequestSearch['state']; readonly label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'done', label: 'Done' },
  { value: 'refused', label: 'Refused' },
  { value: 'all', label: 'All requests' },
]

const requestList: LongList<PrivacyRequest, RequestSearch> = {
  label: { one: 'request', many: 'Requests' },
  address: requestAddress,
  every: { search: '', state: 'open' },
  orderOf,
  page: requestPageQuery,
  count: requestCountQuery,
}

/** The dialog that is open: to record a request, to find a person, or of a person. */
type Dialog = 'record' | 'find' | { readonly email: string; readonly request?: PrivacyRequest }

/** The requests with their 90-day clock; others than by the website are recorded here, and each is answered and closed. */
export function RequestsTab() {
  const backend = useBackend()
  const shown = useLongList(requestList)
  const { listing, show } = shown
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const findButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Group gap={8} mb="md">
        <Button
          ref={findButton}
          variant="default"
          size="sm"
          leftSection={<IconUserSearch size={16} stroke={1.7} aria-hidden />}
          onClick={() => setDialog('find')}
        >
          Find a person
        </Button>
        <Button
          size="sm"
          leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
          onClick={() => setDialog('record')}
        >
          Record a request
        </Button>
      </Group>
      <LongListScreen
        list={requestList}
        shown={shown}
        heading="Requests"
        columns={columns}
        searchLabel="Search by e-mail"
        filters={
          <NativeSelect
            aria-label="State"
            size="sm"
            value={listing.state}
            data={[...states]}
            onChange={({ currentTarget: { value } }) =>
              show({ ...listing, state: states.find((state) => state.value === value)?.value ?? 'open' })
            }
          />
        }
        exported={{
          label: { one: 'request', many: 'Privacy requests' },
          columns: exported,
          read: (position, options) => readRequests(backend, listing, position, options),
        }}
        empty="No open requests."
        noneFound="No requests match."
        onOpen={(request) => setDialog({ email: request.email, request })}
        nameOf={(request) => `${kindOf(request)}, ${request.email}`}
      />
      {dialog === 'record' && <RecordDialog onClose={close} />}
      {dialog === 'find' && (
        <FindDialog
          onClose={(email) => {
            // Where the focus returns from the dialog that follows.
            findButton.current?.focus()
            setDialog(email === undefined ? undefined : { email })
          }}
        />
      )}
      {typeof dialog === 'object' && <PersonDialog {...dialog} onClose={close} />}
    </>
  )
}

/** Records a request that came by telephone or letter. */
function RecordDialog({ onClose }: { readonly onClose: () => void }) {
  const open = useMutation(openingRequest(useBackend()))
  const [kind, setKind] = useState<string>('copy')
  return (
    <ActionDialog
      action={{
        title: 'Record a request',
        intro: 'For requests by telephone or letter. The 90 days begin now.',
        fields: [
          { name: 'email', label: 'E-mail of the person', check: problemOfEmail },
          { name: 'text', label: 'Their request', type: 'long', isOptional: true },
        ],
        run: ({ email = '', text = '' }) =>
          open.mutateAsync({ kind, email: cleanEmail(email), text: text.trim() }),
        children: (
          <NativeSelect
            label="Kind"
            value={kind}
            data={Object.entries(requestKinds).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => setKind(value)}
          />
        ),
      }}
      onClose={onClose}
    />
  )
}

/** Asks for the address of a person, and gives it once the dialog is left; undefined when it is cancelled. */
function FindDialog({ onClose }: { readonly onClose: (email?: string) => void }) {
  const found = useRef<string>(undefined)
  return (
    <ActionDialog
      action={{
        title: 'Find a person',
        intro: 'Shows everything stored about an e-mail address, to copy or erase it.',
        button: 'Show data',
        fields: [{ name: 'email', label: 'E-mail of the person', check: problemOfEmail }],
        run: ({ email = '' }) => {
          found.current = cleanEmail(email)
          return Promise.resolve()
        },
      }}
      onClose={() => onClose(found.current)}
    />
  )
}

const problemOfEmail = (typed: string) => emailProblem(cleanEmail(typed))
