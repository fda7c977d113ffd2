import { Button, Menu, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'

import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { deletingView, maxViewNameLength, type SavedView, savingView } from './list-views.ts'
import { RejectedValue } from '@giftwell/shared/kernel/rejected-value.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useToasts } from '@giftwell/shared/ui/toasts/toasts.ts'
import recordClasses from '../record/record-dialog.module.css'
import { useBackButtonClosesDialog } from '../record/use-back-button-closes-dialog.ts'
import { useEditing } from '../record/use-record-actions.ts'
import type { ListLayout } from './use-list-layout.ts'
import classes from './views-menu.module.css'

type ViewsLayout = Omit<ListLayout<never>, 'placed' | 'shown' | 'place'>

/** Saves what a list shows under a name, and shows it again. */
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
          <Button ref={button} variant="default" size="sm" className={classes.button}>
            <span className={classes.name}>
              {view === undefined ? 'Views' : `View: ${view.name}${isChanged ? ', changed' : ''}`}
            </span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.menu}>
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
      <NameDialog
        key={naming.opening}
        opened={naming.opened}
        view={naming.record}
        onClose={naming.close}
        isSaving={save.isPending}
        onSave={(name, { close, reject }) =>
          save.mutate(naming.record ? { ...naming.record, name } : { name, settings }, {
            onSuccess: (id) => close(naming.record ? undefined : () => open({ id, name, settings })),
            onError: (error) => error instanceof RejectedValue && reject(error.message),
          })
        }
      />
    </>
  )
}

interface NameDialogProps {
  readonly opened: boolean
  /** The view to rename; undefined to save one. */
  readonly view: SavedView | undefined
  readonly isSaving: boolean
  readonly onSave: (name: string, dialog: NameDialogActions) => void
  readonly onClose: () => void
}

interface NameDialogActions {
  readonly close: (then?: () => void) => void
  /** Says at the field why a name is rejected. */
  readonly reject: (message: string) => void
}

/** Asks for the name of a view. A rejected name is said at its field, any other failure in a toast. */
function NameDialog({ opened, view, isSaving, onSave, onClose }: NameDialogProps) {
  const [name, setName] = useState(view?.name ?? '')
  const [error, setError] = useState<string>()
  const leaveDialog = useBackButtonClosesDialog(opened, () => {
    onClose()
    return Promise.resolve(true)
  })
  const close = (then?: () => void) =>
    leaveDialog(() => {
      onClose()
      then?.()
    })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (name.trim() === '') setError('Name is required')
    else if (!isSaving) onSave(name.trim(), { close, reject: setError })
  }
  return (
    <Dialog
      opened={opened}
      onClose={() => close()}
      title={view === undefined ? 'Save view' : 'Rename view'}
      size="420px"
    >
      <form noValidate onSubmit={submit}>
        <TextInput
          label="Name"
          description={
            view === undefined ? 'Saves the search, filters, order, page size and columns.' : undefined
          }
          maxLength={maxViewNameLength}
          data-autofocus
          value={name}
          error={error}
          onChange={({ currentTarget: { value } }) => {
            setName(value)
            setError(undefined)
          }}
        />
        <div className={recordClasses.buttons}>
          <Button type="submit" aria-disabled={isSaving} data-disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
          <Button variant="default" onClick={() => close()}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
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
