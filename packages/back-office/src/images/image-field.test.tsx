import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import { BackendContext } from '@giftwell/shared/kernel/backend-context.ts'
import { createBackend } from '@giftwell/shared/kernel/backend.ts'
import { ImageError, type PreparedImage } from '@giftwell/shared/images/prepare-image.ts'
import { createQueryClient } from '@giftwell/shared/kernel/query-client.ts'
import { PlatformContext } from '@giftwell/shared/platform/platform.ts'
import { fakeDrop } from '@giftwell/shared/testing/fake-drop.ts'
import { createMemoryPlatform } from '@giftwell/shared/testing/memory-platform.ts'
import { preparedImage, storedImage } from '@giftwell/shared/testing/some-images.ts'
import { ImageField } from './image-field.tsx'
import { type ImageUploadEffects, useImageUpload } from './image-upload.ts'

const photo = new File(['a photo'], 'mug.jpg', { type: 'image/jpeg' })
const stored = '/storage/v1/object/public/product-images/1.webp'

interface FormProps {
  readonly storedUrl?: string | null
  readonly effects?: Partial<Pick<ImageUploadEffects, 'prepare' | 'upload'>>
}

/** A form as the products screen has one: everything in it is disabled while it is saved. */
function Form({ storedUrl = null, effects }: FormProps) {
  const [isSaving, setSaving] = useState(false)
  const [saved, setSaved] = useState<string | null>()
  const image = useImageUpload(storedUrl === null ? null : storedImage(storedUrl), {
    prepare,
    ...effects,
  })
  async function submit() {
    setSaving(true)
    try {
      setSaved((await image.upload())?.url ?? null)
      image.saved()
    } catch {
      // The field has said it.
    } finally {
      setSaving(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <fieldset disabled={isSaving}>
        <label>
          Name <input />
        </label>
        <ImageField image={image} disabled={isSaving} />
        <button type="submit">Create</button>
      </fieldset>
      <p>{saved !== undefined && `Saved with ${saved}`}</p>
    </form>
  )
}

const prepare: ImageUploadEffects['prepare'] = (file) =>
  Promise.resolve(
    preparedImage(
      new File(['x'.repeat(214_000)], file.name.replace('.jpg', '.webp'), { type: 'image/webp' }),
    ),
  )

function renderForm(props: FormProps = {}) {
  const platform = createMemoryPlatform()
  const backend = createBackend(
    { supabaseUrl: 'http://backend.test', supabaseKey: 'publishable' },
    platform.sessionStorage,
  )
  const form = render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <PlatformContext value={platform}>
          <BackendContext value={backend}>
            <Form {...props} />
          </BackendContext>
        </PlatformContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { user: userEvent.setup({ applyAccept: false }), platform, ...form }
}

const field = () => screen.getByLabelText<HTMLInputElement>('Product Image')
const preview = () => screen.findByRole<HTMLImageElement>('img', { name: 'Preview' })

beforeEach(() => {
  URL.revokeObjectURL = vi.fn<typeof URL.revokeObjectURL>()
})

test('the field is a file input for images', () => {
  renderForm()
  expect(field()).toHaveAttribute('type', 'file')
  expect(field()).toHaveAttribute('accept', 'image/*')
  expect(field()).toHaveAccessibleDescription(/^Choose an image/)
  expect(screen.queryByRole('button', { name: 'Remove image' })).toBeNull()
})

test('a press opens the platform’s picker, and its photo is prepared and shown with its size', async () => {
  const { user, platform } = renderForm()
  platform.answerPicker(photo)
  await user.click(field())
  expect(await preview()).toHaveAttribute('src', 'blob:mug.webp')
  expect(screen.getByText('mug.webp')).toBeVisible()
  expect(screen.getByText('214 KB, ready to be saved')).toBeVisible()
})

test('a cancelled picker changes nothing', async () => {
  const { user, platform } = renderForm({ storedUrl: stored })
  const pick = vi.spyOn(platform, 'pickImage')
  await user.click(field())
  expect(pick).toHaveBeenCalledTimes(1)
  expect(await preview()).toHaveAttribute('src', `http://backend.test${stored}`)
})

test('a file set on the input is taken, and again after it was removed', async () => {
  const { user } = renderForm()
  fireEvent.change(field(), { target: { files: [photo] } })
  await preview()
  await user.click(screen.getByRole('button', { name: 'Remove image' }))
  expect(screen.queryByRole('img', { name: 'Preview' })).toBeNull()
  fireEvent.change(field(), { target: { files: [photo] } })
  expect(await preview()).toBeVisible()
})

test('a dropped file is taken, and the area shows where to drop it', async () => {
  renderForm()
  fireEvent.dragEnter(field())
  expect(screen.getByText('Drop the image here')).toBeVisible()
  expect(screen.queryByText(/any photo/)).toBeNull()
  fireEvent.drop(field(), { dataTransfer: fakeDrop(photo) })
  expect(await preview()).toBeVisible()
  expect(screen.queryByText('Drop the image here')).toBeNull()
})

test.each([
  ['picks', 'notes.txt is not an image.'],
  ['drops in a folder', 'photos is a folder. Drop one image.'],
])(
  'a rejected file that the user %s shows its reason at the field, and the image stays',
  async (action, reason) => {
    const { user, platform } = renderForm({ storedUrl: stored })
    vi.spyOn(platform, 'pickImage').mockRejectedValue(new Error('notes.txt is not an image.'))
    if (action === 'picks') await user.click(field())
    else fireEvent.drop(field(), { dataTransfer: fakeDrop({ name: 'photos', content: [photo] }) })
    expect(await screen.findByRole('alert')).toHaveTextContent(reason)
    expect(field()).toBeInvalid()
    expect(await preview()).toHaveAttribute('src', `http://backend.test${stored}`)
  },
)

test('a file that is dropped beside the field does not replace the page', () => {
  renderForm()
  const drop = createEvent.drop(document.body, { dataTransfer: { files: [photo], dropEffect: 'copy' } })
  fireEvent(document.body, drop)
  expect(drop.defaultPrevented).toBe(true)
})

test('while a photo is prepared the field says so', async () => {
  const ready = Promise.withResolvers<PreparedImage>()
  renderForm({ effects: { prepare: () => ready.promise } })
  fireEvent.change(field(), { target: { files: [photo] } })
  expect(screen.getByRole('status')).toHaveTextContent('Preparing image...')
  ready.resolve(preparedImage(photo))
  expect(await preview()).toBeVisible()
  expect(screen.queryByRole('status')).toBeNull()
})

test('a file that is not an image shows an error at the field, and the form keeps its input', async () => {
  const words = 'mug.jpg is not an image that this browser can read.'
  const { user } = renderForm({
    storedUrl: stored,
    effects: { prepare: () => Promise.reject(new ImageError('not-an-image', words)) },
  })
  await user.type(screen.getByLabelText('Name'), 'Steel mug')
  fireEvent.change(field(), { target: { files: [photo] } })
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(field()).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByLabelText('Name')).toHaveValue('Steel mug')
  expect(await preview()).toHaveAttribute('src', `http://backend.test${stored}`)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

/** Pastes into an element. */
function paste(target: Element, files: readonly File[], types: readonly string[] = []) {
  const event = createEvent.paste(target, { clipboardData: { files, types } })
  fireEvent(target, event)
  return event
}

test('an image is pasted anywhere on the page, unless the paste fills a text field', async () => {
  renderForm()
  const name = screen.getByLabelText('Name')
  expect(paste(name, [photo], ['text/plain']).defaultPrevented).toBe(false)
  expect(paste(name, [], ['text/plain']).defaultPrevented).toBe(false)
  expect(screen.queryByRole('img', { name: 'Preview' })).toBeNull()
  expect(paste(name, [photo], ['Files']).defaultPrevented).toBe(true)
  expect(await preview()).toBeVisible()
})

test('removing gives the focus to the field', async () => {
  const { user } = renderForm({ storedUrl: stored })
  await user.click(screen.getByRole('button', { name: 'Remove image' }))
  expect(screen.queryByRole('img', { name: 'Preview' })).toBeNull()
  expect(field()).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Saved with null')).toBeVisible()
})

test('a stored image that does not exist shows a message instead', async () => {
  renderForm({ storedUrl: stored })
  fireEvent.error(await preview())
  expect(screen.getByRole('img', { name: 'The image cannot be shown' })).toBeVisible()
})

test('an upload shows its progress and can be cancelled by keyboard while the form is disabled', async () => {
  const { user } = renderForm({
    effects: {
      upload: (_, __, options) => {
        options?.onProgress?.(0.42)
        return new Promise((___, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
        })
      },
    },
  })
  fireEvent.change(field(), { target: { files: [photo] } })
  await preview()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByRole('progressbar', { name: 'Uploading image' })).toHaveAttribute(
    'aria-valuenow',
    '42',
  )
  expect(screen.getByText('42 %')).toBeVisible()
  expect(field()).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Remove image' })).toBeDisabled()
  // Unlike browsers, user-event takes everything in a disabled fieldset for disabled.
  const cancel = screen.getByRole('button', { name: 'Cancel upload' })
  cancel.focus()
  expect(cancel).toHaveFocus()
  fireEvent.keyDown(cancel, { key: 'Enter' })
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(field()).toBeEnabled()
  expect(await preview()).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failed upload shows an error and is retried with the whole form', async () => {
  const upload = vi.fn<ImageUploadEffects['upload']>(() => Promise.resolve(storedImage('/images/2.webp')))
  upload.mockRejectedValueOnce(new Error('The object exceeded the maximum allowed size'))
  const { user } = renderForm({ effects: { upload } })
  fireEvent.change(field(), { target: { files: [photo] } })
  await preview()
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The image was not uploaded; everything you entered is still here. The object exceeded the maximum allowed size',
  )
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Saved with /images/2.webp')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the object URLs of shown files are revoked when the form closes', async () => {
  const { unmount } = renderForm()
  fireEvent.change(field(), { target: { files: [photo] } })
  await preview()
  unmount()
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:mug.webp')
})
