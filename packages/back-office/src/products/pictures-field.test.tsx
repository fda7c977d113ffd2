import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderAdmin } from '@giftwell/shared/testing/render-admin.tsx'
import { preparedImage, storedImage } from '@giftwell/shared/testing/some-images.ts'
import { useRulesForm } from '@giftwell/shared/ui/use-rules-form.ts'
import { products } from '@giftwell/shared/products/products.ts'
import { useImageUpload } from '../images/image-upload.ts'
import { useFieldValue } from '../record/fields.tsx'
import { type PictureUploads, PicturesField } from './pictures-field.tsx'

const path = (number: number) => `/storage/v1/object/public/product-images/${number}.webp`
const row = (number: number, alt = '') => ({ url: path(number), alt, widths: '', colour: '' })

interface FieldProps {
  readonly pictures?: ReturnType<typeof row>[]
  readonly uploads?: Partial<PictureUploads>
}

const furtherTwo = [row(2, 'Side'), row(3)]

/** The field with what its form would save. */
function Field({ pictures = furtherTwo, uploads }: FieldProps) {
  const image = useImageUpload(storedImage(path(1)), {
    prepare: (file) => Promise.resolve(preparedImage(file)),
    upload: () => Promise.resolve({ url: path(9), widths: null, colour: null }),
  })
  const colours = [{ name: 'Red', hex: '', picture: path(1) }]
  const { form } = useRulesForm({
    rules: products.rules,
    initial: { ...products.empty, image_url: path(1), image_alt: 'Front', pictures, colours },
    send: () => undefined,
  })
  const rows = useFieldValue(form, 'pictures')
  const alt = useFieldValue(form, 'image_alt')
  const shownColours = useFieldValue(form, 'colours')
  return (
    <>
      <PicturesField
        form={form}
        image={image}
        uploads={{
          left: 0,
          failed: [],
          add: () => undefined,
          finish: () => Promise.resolve(true),
          ...uploads,
        }}
      />
      <button type="button" onClick={() => image.choose(new File(['x'], 'new.jpg', { type: 'image/jpeg' }))}>
        Another image
      </button>
      <output>
        {JSON.stringify([
          [image.image.kind === 'stored' ? image.image.stored.url : image.image.kind, alt],
          ...rows.map((picture) => [picture.url, picture.alt]),
        ])}
      </output>
      <output>{JSON.stringify(shownColours)}</output>
    </>
  )
}

const shown = () =>
  JSON.parse(screen.getAllByRole('status').find(({ tagName }) => tagName === 'OUTPUT')!.textContent)

test('pictures are moved by keyboard, and the first becomes the product’s image', async () => {
  const { user } = renderAdmin(<Field />)
  screen.getByRole('button', { name: 'Move Side up' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(shown()).toEqual([
      [path(2), 'Side'],
      [path(1), 'Front'],
      [path(3), ''],
    ]),
  )
  expect(screen.getByRole('button', { name: 'Move Side up' })).toHaveFocus()
})

test('pictures are moved by dragging, but not while an alternative text is selected', async () => {
  const { user } = renderAdmin(<Field />)
  const [first, , third] = screen.getAllByRole('listitem')
  const dataTransfer = { setData: () => undefined, effectAllowed: '' }
  fireEvent(third!, createEvent.dragStart(third!, { dataTransfer }))
  fireEvent(first!, createEvent.dragOver(first!, { dataTransfer }))
  fireEvent(first!, createEvent.drop(first!, { dataTransfer }))
  await waitFor(() =>
    expect(shown()).toEqual([
      [path(3), ''],
      [path(1), 'Front'],
      [path(2), 'Side'],
    ]),
  )
  await user.click(screen.getByRole('textbox', { name: 'Alternative text of picture 3' }))
  expect(screen.getAllByRole('listitem')[0]).toHaveAttribute('draggable', 'false')
})

test('an image that is not stored yet is uploaded when it moves, and its colours go with it', async () => {
  const { user } = renderAdmin(<Field />)
  await user.click(screen.getByRole('button', { name: 'Another image' }))
  await waitFor(() => expect(shown()[0]).toEqual(['chosen', 'Front']))
  await user.click(screen.getByRole('button', { name: 'Move Front down' }))
  await waitFor(() =>
    expect(shown()).toEqual([
      [path(2), 'Side'],
      [path(9), 'Front'],
      [path(3), ''],
    ]),
  )
  expect(screen.getByText(/"picture":/)).toHaveTextContent(path(9))
})

test('the second picture takes the place of the first that is removed', async () => {
  const { user } = renderAdmin(<Field />)
  await user.click(screen.getByRole('button', { name: 'Remove Front' }))
  expect(shown()).toEqual([
    [path(2), 'Side'],
    [path(3), ''],
  ])
  await user.click(screen.getByRole('button', { name: 'Remove picture 2' }))
  expect(shown()).toEqual([[path(2), 'Side']])
})

test('no more pictures are taken than a product may have, and one that failed is named', async () => {
  const added: string[][] = []
  const failed = [{ photo: new File(['x'], 'notes.txt'), reason: 'This is no image.' }]
  const add = (files: readonly File[]) => added.push(files.map(({ name }) => name))
  const { user } = renderAdmin(
    <Field pictures={[2, 3, 4, 5, 6].map((number) => row(number))} uploads={{ failed, add }} />,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('notes.txt was not added: This is no image.')
  const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => new File(['x'], name, { type: 'image/jpeg' }))
  await user.upload(screen.getByLabelText('More pictures'), files)
  expect(added).toEqual([['a.jpg', 'b.jpg']])
  expect(screen.getByText(/: 1 of the chosen ones was left out\.$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(added.at(-1)).toEqual(['notes.txt'])
})
