import { Box, Button, Checkbox, Menu, Popover, Text } from '@mantine/core'
import { IconCheck, IconColumns3 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { deletingView, maxViewNameLength, type SavedView, savingView } from './list-views.ts'
import { requiredText } from '@giftwell/shared/kernel/form-rules.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import { ActionDialog } from '../record/action-dialog.tsx'
import { useEditing } from '../record/use-record-actions.ts'
import { type ListLayout, isName, type PlacedColumn } from './use-list-layout.ts'
import { MovableItem } from '../record/rows-field.tsx'
import { RowButton } from '../screen/buttons.tsx'

type ViewsLayout = Omit<ListLayout<never>, 'placed' | 'shown' | 'arrange'>

/** Saves a list's state under a name, and restores it. */
export function ViewsMenu({ layout }: { readonly layout: ViewsLayout }) {
  const { list, views, view, isOwnView, isChanged, settings, open, leave } = layout
  const backend = useBackend()
  const naming = useEditing<SavedView>()
  const save = useMutation(savingView(backend, list))
  const remove = useMutation(deletingView(backend, list))
  const share = useSharing()
  const button = useRef<HTMLButtonElement>(null)
  /** The dialog gives the focus back to the button, as the item is gone then. */
  const beforeDialog = () => button.current?.focus()
  return (
    <>
      {/* Within the landmark of the list, and without a part that is no item. */}
      <Menu
        position="bottom-end"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        middlewares={{ flip: true, shift: true, size: true }}
      >
        <Menu.Target>
          <Button ref={button} variant="default" size="sm">
            <Text component="span" inherit truncate>
              {view === undefined ? 'Views' : `View: ${view.name}${isChanged ? ', changed' : ''}`}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown style={{ overflowY: 'auto', overflowWrap: 'anywhere' }}>
          {views.map((one) => (
            <Menu.Item
              key={one.id}
              aria-current={one.id === view?.id}
              rightSection={one.id === view?.id && <IconCheck size={16} aria-hidden />}
              onClick={() => open(one)}
            >
              {one.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item
            onClick={() => {
              beforeDialog()
              naming.add()
            }}
          >
            Save view...
          </Menu.Item>
          {view !== undefined && (
            <>
              {isOwnView && (
                <>
                  <Menu.Item
                    disabled={!isChanged}
                    onClick={() => save.mutate({ id: view.id, name: view.name, settings })}
                  >
                    Update view
                  </Menu.Item>
                  <Menu.Item
                    onClick={() => {
                      beforeDialog()
                      naming.edit(view)
                    }}
                  >
                    Rename...
                  </Menu.Item>
                  <Menu.Item onClick={() => remove.mutate(view, { onSuccess: leave })}>Delete view</Menu.Item>
                </>
              )}
              <Menu.Item onClick={() => void share(view)}>Copy link</Menu.Item>
              <Menu.Item onClick={() => open(undefined)}>Close view</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming.opened && (
        <NameDialog
          view={naming.record}
          onClose={naming.close}
          save={async (name) => {
            if (naming.record === undefined) {
              const id = await save.mutateAsync({ name, settings })
              return () => open({ id, name, settings })
            }
            await save.mutateAsync({ ...naming.record, name })
            return undefined
          }}
        />
      )}
    </>
  )
}

const nameRule = requiredText('Name', maxViewNameLength)

interface NameDialogProps {
  /** The view to rename; undefined to save one. */
  readonly view: SavedView | undefined
  /** Saves the view under the name; returns what follows when the dialog has closed. */
  readonly save: (name: string) => Promise<(() => void) | undefined>
  readonly onClose: () => void
}

/** Asks for the name of a view. A rejected name shows at its field, any other failure in a toast. */
function NameDialog({ view, save, onClose }: NameDialogProps) {
  const then = useRef<() => void>(undefined)
  return (
    <ActionDialog
      action={{
        title: view === undefined ? 'Save view' : 'Rename view',
        button: 'Save',
        ...(view === undefined && { intro: 'Saves the search, filters, order, page size and columns.' }),
        fields: [
          {
            name: 'name',
            label: 'Name',
            initial: view?.name ?? '',
            check: (name) => nameRule.safeParse(name).error?.issues[0]?.message ?? null,
          },
        ],
        async run({ name = '' }) {
          then.current = await save(name.trim())
        },
      }}
      onClose={() => {
        onClose()
        then.current?.()
      }}
    />
  )
}

/** Copies the address that opens a view; a toast shows it. */
function useSharing() {
  const { siteOrigin } = usePlatform()
  const toasts = useToasts()
  const { pathname } = useLocation()
  // Without an open record.
  const screen = pathname.split('/').slice(0, 3).join('/')
  return async ({ id }: SavedView) => {
    const address = `${siteOrigin}${screen}?view=${id}`
    const isCopied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    )
    toasts.show({ title: isCopied ? 'Link copied' : 'Copy this link', description: address })
  }
}

interface ColumnsMenuProps<R> {
  readonly layout: Pick<ListLayout<R>, 'placed' | 'arrange' | 'isOwn' | 'reset'>
}

/** Chooses and orders the columns of a list: by boxes, by dragging, and by buttons, which say the new position. */
export function ColumnsMenu<R>({ layout: { placed, arrange, isOwn, reset } }: ColumnsMenuProps<R>) {
  const [dragged, setDragged] = useState<string>()
  /** The order while one is being dragged. */
  const [draft, setDraft] = useState<readonly PlacedColumn<R>[]>()
  const [announcement, announce] = useState('')
  const inOrder = draft ?? placed

  const moved = (one: PlacedColumn<R>, to: number) =>
    inOrder.filter((other) => other !== one).toSpliced(to, 0, one)
  function move(one: PlacedColumn<R>, to: number) {
    if (to < 0 || to >= placed.length) return
    arrange(moved(one, to))
    announce(`${one.column.header} is column ${to + 1} of ${placed.length}.`)
  }
  return (
    <Popover
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
      // The page must not scroll to what gets the focus in it.
      floatingStrategy="fixed"
      middlewares={{ flip: true, shift: true, size: true }}
      onClose={() => announce('')}
    >
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} stroke={1.7} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        display="flex"
        miw={270}
        p="8px 0 12px"
        style={{ flexDirection: 'column', alignItems: 'flex-start' }}
      >
        {/* The button stays in view below a long list. */}
        <Box
          component="ol"
          w="100%"
          mih={0}
          mb={8}
          px={12}
          style={{ overflowY: 'auto' }}
          aria-label="Columns in their order"
        >
          {inOrder.map((one, at) => {
            const { header } = one.column
            return (
              <MovableItem
                key={header}
                name={header}
                isDragged={dragged === header}
                onDragStart={() => setDragged(header)}
                onDragOver={() => {
                  const other = inOrder.find(({ column }) => column.header === dragged)
                  if (other !== undefined && other !== one) setDraft(moved(other, at))
                  return other !== undefined
                }}
                onDrop={() => draft && arrange(draft)}
                onDragEnd={() => {
                  setDragged(undefined)
                  setDraft(undefined)
                }}
                onMove={(by) => move(one, at + by)}
              >
                <Checkbox
                  flex={1}
                  miw={0}
                  pl={4}
                  size="sm"
                  label={header}
                  checked={one.isShown}
                  disabled={isName(one.column)}
                  onChange={({ currentTarget: { checked } }) =>
                    arrange(placed.map((other) => (other === one ? { ...one, isShown: checked } : other)))
                  }
                />
              </MovableItem>
            )
          })}
        </Box>
        <RowButton
          label="Reset columns"
          variant="subtle"
          flex="none"
          mx={12}
          aria-disabled={!isOwn}
          data-disabled={!isOwn}
          onClick={() => {
            if (!isOwn) return
            reset()
            announce('The columns are back to their defaults.')
          }}
        />
        <p role="status" className="visually-hidden">
          {announcement}
        </p>
      </Popover.Dropdown>
    </Popover>
  )
}
