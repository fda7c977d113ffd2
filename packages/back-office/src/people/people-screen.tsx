import { Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { z } from 'zod'
import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import {
  allowingMargin,
  changingRole,
  type Invitation,
  invitationsQuery,
  inviting,
  peopleQuery,
  type Person,
  removingFactor,
  revokingInvitation,
  type StaffRole,
} from './people-requests.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { firstRead, ScreenHead } from '../screen/screen-head.tsx'
import type { Column } from '../list/column-head.tsx'
import { DataTable } from '../list/data-table.tsx'
import { ListCard, ListEmpty, ListState } from '../list/list-card.tsx'
import { ActionDialog } from '../record/action-dialog.tsx'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { plural } from '@giftwell/shared/kernel/counted.ts'
import { dayText } from '@giftwell/shared/kernel/india-time.ts'
import { emailAddress } from '@giftwell/shared/kernel/form-rules.ts'
import { dayFormat } from '../screen/date-formats.ts'
import { HandOverDialog, openWorkQuery, sumOf, workText } from './hand-over-dialog.tsx'
import { RowButton, SubmitButton } from '../screen/buttons.tsx'

const roleName = (role: string) => roleOptions.find(({ value }) => value === role)?.label ?? role

/** The staff, invitations to the back office, and their roles. */
export function PeopleScreen() {
  const backend = useBackend()
  const people = useQuery(peopleQuery(backend))
  const invitations = useQuery(invitationsQuery(backend))
  return (
    <>
      <ScreenHead
        title="People"
        subtitle="Administrators can do everything here. Sales can handle leads and read the catalogue."
      />
      <InviteForm />
      <Stack gap="lg">
        <ListCard heading="Who has access" count={people.data?.length}>
          <ListState list={people} />
          {people.data && (
            <DataTable label="Who has access" columns={personColumns} rows={people.data} hasTwoLines />
          )}
        </ListCard>
        <ListCard heading="Invitations" count={invitations.data?.length}>
          <ListState list={invitations} />
          {invitations.data?.length === 0 && <ListEmpty>No open invitations.</ListEmpty>}
          {invitations.data !== undefined && invitations.data.length > 0 && (
            <DataTable label="Invitations" columns={invitationColumns} rows={invitations.data} />
          )}
        </ListCard>
      </Stack>
    </>
  )
}

PeopleScreen.firstRead = firstRead(peopleQuery)

function Day({ of }: { readonly of: string }) {
  return <time dateTime={of}>{dayFormat.format(new Date(of))}</time>
}

/** The e-mail address with the name, the telephone and an absence below it. */
function WhoIs({ person: { email, name, telephone, away_until: day, deputy } }: { readonly person: Person }) {
  const away = day && `away until ${dayText(day)}, deputy ${deputy}`
  const details = [name, telephone, away].filter(Boolean).join(', ')
  return (
    <>
      {email}
      {details !== '' && (
        <Text fz="xs" c="dimmed">
          {details}
        </Text>
      )}
    </>
  )
}

const personColumns: readonly Column<Person>[] = [
  { header: 'E-mail', cell: (person) => <WhoIs person={person} />, look: 'name' },
  { header: 'Role', cell: (person) => <RoleOf person={person} />, width: '166px' },
  { header: 'Margins', cell: (person) => <MarginRight person={person} />, look: 'quiet', width: '104px' },
  { header: 'Since', cell: ({ since }) => <Day of={since} />, look: 'quiet', width: '116px' },
  {
    header: 'Last sign-in',
    cell: ({ last_sign_in_at: time }) => (time ? <Day of={time} /> : '-'),
    look: 'quiet',
    width: '116px',
  },
  {
    header: 'Two-step sign-in',
    cell: (person) => <TwoSteps person={person} />,
    look: 'quiet',
    width: '150px',
  },
  { header: 'Actions', cell: (person) => <RevokePerson person={person} />, width: '112px' },
]

/** Whether a person of sales sees margins in lists and exports of quotations; administrators do. */
function MarginRight({ person }: { readonly person: Person }) {
  const change = useMutation(allowingMargin(useBackend()))
  const isBusy = useIsMutating() > 0
  if (person.role === 'administrator') return 'Always'
  return (
    <Checkbox
      aria-label={`Margins for ${person.email}`}
      checked={change.isPending ? change.variables.is_allowed : person.sees_margin}
      disabled={isBusy}
      onChange={({ currentTarget: { checked } }) => change.mutate({ person: person.id, is_allowed: checked })}
    />
  )
}

/** Whether signing in takes a code; one's own is a link to where it is set up. */
function TwoSteps({ person }: { readonly person: Person }) {
  const { user } = useAuth()
  const state = person.has_second_factor ? 'On' : 'Off'
  if (person.id !== user?.id) return <OthersFactor person={person} />
  return (
    <Text
      component={Link}
      inherit
      c="var(--gw-brand)"
      td="underline"
      to="/admin/account"
      aria-label={`${state}: your two-step sign-in`}
    >
      {state}
    </Text>
  )
}

/** The second factor of another person, which is removed for one who has lost the app and the recovery codes. */
function OthersFactor({ person }: { readonly person: Person }) {
  const platform = usePlatform()
  const remove = useMutation(removingFactor(useBackend()))
  const isBusy = useIsMutating() > 0
  const { email, has_second_factor: isOn, factor_removed_at: removedAt, factor_removed_by: by } = person
  if (!isOn) {
    return (
      <span style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        {removedAt ? `Off, removed on ${dayFormat.format(new Date(removedAt))} by ${by}` : 'Off'}
      </span>
    )
  }

  async function ask() {
    const question = `Remove the two-step sign-in of ${email}? Do this only if you are sure that the request is theirs. It ends their sessions, and they get an e-mail.`
    if (await platform.confirm(question, { action: 'Remove' })) remove.mutate(person.id)
  }
  return (
    <Group gap={8}>
      <span>On</span>
      <RowButton
        label="Remove"
        aria-label={`Remove two-step sign-in of ${email}`}
        disabled={isBusy}
        onClick={() => void ask()}
      />
    </Group>
  )
}

/** A select; of one's own role, its name: another administrator changes it. */
function RoleOf({ person }: { readonly person: Person }) {
  const { user } = useAuth()
  const platform = usePlatform()
  const change = useMutation(changingRole(useBackend()))
  const isBusy = useIsMutating() > 0
  if (person.id === user?.id) return roleName(person.role)

  async function choose(role: string) {
    if (role !== 'administrator' && role !== 'sales') return
    const question = `Give ${person.email} the role ${role === 'sales' ? 'Sales' : 'Administrator'}?`
    if (await platform.confirm(question, { action: 'Change role' }))
      change.mutate({ person: person.id, role })
  }
  return (
    <NativeSelect
      size="sm"
      aria-label={`Role of ${person.email}`}
      data={roleOptions}
      value={change.isPending ? change.variables.role : person.role}
      disabled={isBusy}
      onChange={(event) => void choose(event.currentTarget.value)}
    />
  )
}

function RevokePerson({ person }: { readonly person: Person }) {
  const { user } = useAuth()
  const platform = usePlatform()
  const options = changingRole(useBackend())
  const revoke = useMutation({
    ...options,
    meta: { ...options.meta, done: 'Access revoked', failed: 'Error revoking access' },
  })
  const isBusy = useIsMutating() > 0
  const backend = useBackend()
  const client = useQueryClient()
  /** The work to hand over; the dialog asks while there is any. */
  const [work, setWork] = useState<string>()
  const [isHandingOver, setHandingOver] = useState(false)
  const others = useQuery(peopleQuery(backend)).data?.filter(({ id }) => id !== person.id) ?? []
  if (person.id === user?.id) return 'You'

  const question = `Revoke the access of ${person.email}? They lose access at once; their account stays.`
  async function ask() {
    const open = await client.query(openWorkQuery(backend, { person: person.id })).catch(() => null)
    if (sumOf(open) > 0) setWork(`${workText(open)} ${plural(sumOf(open), 'needs', 'need')} someone else.`)
    else if (await platform.confirm(question, { action: 'Revoke' })) revoke.mutate({ person: person.id })
  }
  return (
    <>
      <RowButton label="Revoke" of={person.email} disabled={isBusy} onClick={() => void ask()} />
      <RowButton
        label="Hand over"
        aria-label={`Hand over the work of ${person.email}`}
        disabled={isBusy}
        onClick={() => setHandingOver(true)}
      />
      {isHandingOver && <HandOverDialog work={{ person: person.id }} onClose={() => setHandingOver(false)} />}
      {work !== undefined && (
        <ActionDialog
          action={{
            title: `Revoke ${person.email}`,
            button: 'Revoke',
            color: 'brick',
            intro: `${question} ${work}`,
            fields: [
              {
                name: 'successor',
                label: 'Hand them over to',
                none: 'No one: they become unassigned',
                choices: others.map(({ id, email }) => ({ value: id, label: email })),
                isOptional: true,
              },
            ],
            run: ({ successor }) =>
              revoke.mutateAsync({ person: person.id, ...(successor && { successor }) }),
          }}
          onClose={() => setWork(undefined)}
        />
      )}
    </>
  )
}

const mailStates: Readonly<Record<string, string>> = {
  queued: 'E-mail is being sent',
  sent: 'E-mail sent',
  failed: 'E-mail not sent',
}

function InvitationState({ invitation }: { readonly invitation: Invitation }) {
  if (Date.parse(invitation.expires_at) <= Date.now()) return 'Expired'
  const { mail_state: state, mail_error: code } = invitation
  return `${mailStates[state] ?? state}${code ? ` (${code})` : ''}`
}

const invitationColumns: readonly Column<Invitation>[] = [
  { header: 'E-mail', cell: ({ email }) => email, look: 'name', width: '30%' },
  { header: 'Role', cell: ({ role }) => roleName(role), width: '120px' },
  { header: 'Invited by', cell: ({ invited_by: by }) => by, look: 'quiet' },
  { header: 'Works until', cell: ({ expires_at: time }) => <Day of={time} />, look: 'quiet', width: '130px' },
  { header: 'State', cell: (invitation) => <InvitationState invitation={invitation} /> },
  { header: 'Actions', cell: (invitation) => <InvitationActions invitation={invitation} />, width: '220px' },
]

function InvitationActions({ invitation }: { readonly invitation: Invitation }) {
  const backend = useBackend()
  const platform = usePlatform()
  const { mutate: send } = useMutation(inviting(backend))
  const { mutate: revoke } = useMutation(revokingInvitation(backend))
  const isBusy = useIsMutating() > 0
  const { id, email, role } = invitation

  async function ask() {
    const question = `Revoke the invitation of ${email}? Its link will no longer work.`
    if (await platform.confirm(question, { action: 'Revoke' })) revoke(id)
  }
  return (
    <Group gap={8}>
      <RowButton
        label="Send again"
        aria-label={`Send again to ${email}`}
        disabled={isBusy}
        onClick={() => send({ email, role })}
      />
      <RowButton
        label="Revoke"
        aria-label={`Revoke the invitation of ${email}`}
        disabled={isBusy}
        onClick={() => void ask()}
      />
    </Group>
  )
}

const roles: Readonly<Record<StaffRole, string>> = { administrator: 'Administrator', sales: 'Sales' }
/** The roles of people in the back office, to choose among. */
export const roleOptions = Object.entries(roles).map(([value, label]) => ({ value, label }))

const inviteForm = z.object({ email: emailAddress('E-mail'), role: z.string() })

/** An invalid address shows an error at its field; the server's rejection shows a toast. */
export function InviteForm() {
  const invite = useMutation(inviting(useBackend()))
  const { form, isSending, onSubmit } = useRulesForm({
    rules: inviteForm,
    initial: { email: '', role: 'sales' },
    async send(invitation, { getInputNode, setFieldValue }) {
      const hadFocus = getInputNode('email') === document.activeElement
      await invite.mutateAsync(invitation)
      setFieldValue('email', '')
      if (hadFocus) setTimeout(() => getInputNode('email')?.focus())
    },
  })

  return (
    <form noValidate onSubmit={onSubmit}>
      <Group align="flex-start" gap={12} mb="lg">
        <TextInput
          flex="1 1 260px"
          maw={420}
          label="E-mail"
          required
          type="email"
          autoComplete="off"
          placeholder="name@company.com"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label="Role"
          size="md"
          data={roleOptions}
          key={form.key('role')}
          {...form.getInputProps('role')}
        />
        {/* Beside the fields, below their labels. */}
        <SubmitButton label="Invite" isSending={isSending} sending="Inviting..." size="md" mt="1.55em" />
      </Group>
    </form>
  )
}
