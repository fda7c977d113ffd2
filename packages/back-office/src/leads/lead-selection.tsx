import { Button, Menu } from '@mantine/core'
import { IconAlertOctagon, IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { administratorsQuery } from '../record/record-history.tsx'
import { SelectionToolbar } from '../list/selection-bar.tsx'
import type { Selection } from '../list/use-selection.ts'
import { handleLeads, settableStates } from './lead-handling.ts'
import { argumentsOf, type LeadFilters } from './lead-list.ts'

interface LeadSelectionProps {
  readonly selection: Selection
  /** What the list shows, of which all may be selected. */
  readonly filters: LeadFilters
}

/** Assigns the selected leads, or sets their state; each can be undone. */
export function LeadSelection({ selection, filters }: LeadSelectionProps) {
  const backend = useBackend()
  const administrators = useQuery(administratorsQuery(backend)).data ?? []
  const handling = useMutation(handleLeads(backend))
  const { chosen } = selection
  const handle = (kind: 'state' | 'assigned', value?: string) =>
    handling.mutate(
      { kind, value, chosen: chosen === 'all' ? argumentsOf(filters) : { ids: [...chosen] } },
      {
        onSuccess() {
          selection.clear()
          // The toolbar goes, and with it what had the focus.
          setTimeout(() => focusElement(document.querySelector('main h1')))
        },
      },
    )
  return (
    <SelectionToolbar label="Selected leads" selection={selection}>
      <ChoiceMenu
        label="Assign"
        isBusy={handling.isPending}
        choices={[
          ...administrators
            .filter((person) => person.is_active)
            .map(({ id, email, name }) => ({ value: id, label: name ?? email })),
          { value: '', label: 'No one' },
        ]}
        onChoose={(value) => handle('assigned', value || undefined)}
      />
      <ChoiceMenu
        label="Change state"
        isBusy={handling.isPending}
        choices={settableStates}
        onChoose={(value) => handle('state', value)}
      />
      <Button
        variant="default"
        size="sm"
        leftSection={<IconAlertOctagon size={16} stroke={1.7} aria-hidden />}
        disabled={handling.isPending}
        onClick={() => handle('state', 'spam')}
      >
        Spam
      </Button>
    </SelectionToolbar>
  )
}

interface ChoiceMenuProps {
  readonly label: string
  readonly isBusy: boolean
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

function ChoiceMenu({ label, isBusy, choices, onChoose }: ChoiceMenuProps) {
  return (
    <Menu
      position="top-start"
      withInitialFocusPlaceholder={false}
      middlewares={{ flip: true, shift: true, size: true }}
    >
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          disabled={isBusy}
          rightSection={<IconChevronDown size={16} stroke={1.7} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
        {choices.map((choice) => (
          <Menu.Item key={choice.value} onClick={() => onChoose(choice.value)}>
            {choice.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
