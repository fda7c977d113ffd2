import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import {
  backpacks,
  bags,
  banking,
  dentist,
  diwali,
  drinkware,
  idOf,
  noFacts,
  openDialog,
  pharma,
  savedProducts,
  showProducts,
  surgeon,
  tumbler,
  tumblers,
} from '../testing/show-products.tsx'

const saves = '/rest/v1/rpc/save_product'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('a product with nothing but a name is sent with null and false for everything else', async () => {
  const { user, requests } = showProducts(({ path }) => (path === saves ? tumbler : undefined))
  const dialog = await openDialog(user, 'Add Product')
  expect(dialog.getByRole('heading', { name: 'Add New Product' })).toBeVisible()
  expect(dialog.getByText('Fill in the details to create a new product.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(dialog.getByText('Name is required')).toBeVisible()
  expect(savedProducts(requests)).toEqual([])

  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Lamp ')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Product created successfully')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(savedProducts(requests)).toEqual([
    {
      product: {
        name: 'Lamp',
        image_url: null,
        image_widths: null,
        image_colour: null,
        video_url: null,
        category_id: null,
        subcategory_id: null,
        budget: null,
        is_sample: false,
        is_featured: false,
        ...noFacts,
      },
      industry_tag_ids: [],
      theme_ids: [],
      doctor_type_tag_ids: [],
    },
  ])
})

test('each field is sent as its column or tags', async () => {
  const { user, requests } = showProducts(({ path }) => (path === saves ? tumbler : undefined))
  const dialog = await openDialog(user, 'Add Product')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Lamp')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), bags.name)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Subcategory' }), backpacks.name)
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Budget' }), 'Rs.2000+')
  await user.type(dialog.getByRole('textbox', { name: 'Video URL' }), 'https://example.com/lamp')
  await user.type(dialog.getByRole('textbox', { name: 'Supplier code' }), ' L-7 ')
  await user.click(dialog.getByRole('checkbox', { name: pharma.name }))
  await user.click(dialog.getByRole('checkbox', { name: surgeon.name }))
  await user.click(dialog.getByRole('checkbox', { name: diwali.name }))
  await user.click(dialog.getByRole('checkbox', { name: 'Sample Product' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Featured Product' }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(savedProducts(requests)).toHaveLength(1))
  expect(savedProducts(requests)[0]).toEqual({
    product: {
      name: 'Lamp',
      image_url: null,
      image_widths: null,
      image_colour: null,
      video_url: 'https://example.com/lamp',
      category_id: bags.id,
      subcategory_id: backpacks.id,
      budget: 'Rs.2000+',
      is_sample: true,
      is_featured: true,
      ...noFacts,
      terms: { ...noFacts.terms, supplier_code: 'L-7' },
    },
    industry_tag_ids: [pharma.id],
    theme_ids: [diwali.id],
    doctor_type_tag_ids: [surgeon.id],
  })
})

test('editing prefills everything, and sends the product’s version', async () => {
  const { user, requests } = showProducts(({ path }) => (path === saves ? tumbler : undefined))
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  expect(dialog.getByRole('heading', { name: 'Edit Product' })).toBeVisible()
  expect(dialog.getByText('Update the product details below.')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Steel Tumbler')
  expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveDisplayValue('Drinkware')
  expect(dialog.getByRole('combobox', { name: 'Subcategory' })).toHaveDisplayValue('Tumblers')
  expect(dialog.getByRole('combobox', { name: 'Budget' })).toHaveDisplayValue('Rs.100-500')
  expect(dialog.getByRole('checkbox', { name: banking.name })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: dentist.name })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: surgeon.name })).not.toBeChecked()
  expect(dialog.getByRole('checkbox', { name: 'Sample Product' })).toBeChecked()
  expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await screen.findByText('Product updated successfully')).toBeVisible()
  expect(savedProducts(requests)[0]).toMatchObject({
    product: {
      name: 'Steel Tumbler',
      image_url: tumbler.image_url,
      image_widths: [320, 480, 800],
      image_colour: '#8a9bac',
      category_id: drinkware.id,
    },
    industry_tag_ids: [pharma.id, banking.id],
    doctor_type_tag_ids: [dentist.id],
    product_id: tumbler.id,
    product_version: 3,
  })
})

test('“None” and removing the image are saved as null', async () => {
  const { user, requests } = showProducts(({ path }) => (path === saves ? tumbler : undefined))
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), 'None')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Budget' }), 'None')
  await user.clear(dialog.getByRole('textbox', { name: 'Video URL' }))
  await user.click(dialog.getByRole('button', { name: 'Remove image' }))
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(savedProducts(requests)).toHaveLength(1))
  expect(savedProducts(requests)[0]).toMatchObject({
    product: {
      category_id: null,
      subcategory_id: null,
      budget: null,
      video_url: null,
      image_url: null,
      image_widths: null,
      image_colour: null,
    },
  })
})

test('the subcategories are those of the category, and another category resets the choice', async () => {
  const { user } = showProducts()
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  const subcategory = dialog.getByRole('combobox', { name: 'Subcategory' })
  const offered = () =>
    within(subcategory)
      .getAllByRole('option')
      .map((option) => option.textContent)
  expect(offered()).toEqual(['None', tumblers.name])
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), bags.name)
  expect(offered()).toEqual(['None', backpacks.name])
  expect(subcategory).toHaveDisplayValue('None')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Category' }), drinkware.name)
  expect(subcategory).toHaveDisplayValue('None')
})

test('a subcategory that has left its category is shown as none, and saved as shown', async () => {
  const { user, requests } = showProducts(({ path }) => {
    if (path === saves) return tumbler
    return path === '/rest/v1/subcategories' ? [{ ...tumblers, subcategory_categories: [] }] : undefined
  })
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  expect(dialog.getByRole('combobox', { name: 'Subcategory' })).toHaveDisplayValue('None')
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(savedProducts(requests)).toHaveLength(1))
  expect(savedProducts(requests)[0]).toMatchObject({
    product: { category_id: drinkware.id, subcategory_id: null },
  })
})

test('doctor types show and are saved only with a pharmaceutical industry, and stay checked in between', async () => {
  const { user, requests } = showProducts(({ path }) => (path === saves ? tumbler : undefined))
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  const group = () => dialog.queryByRole('group', { name: 'Doctor Types' })
  expect(group()).toBeVisible()
  await user.click(dialog.getByRole('checkbox', { name: pharma.name }))
  expect(group()).toBeNull()
  await user.click(dialog.getByRole('checkbox', { name: pharma.name }))
  expect(dialog.getByRole('checkbox', { name: dentist.name })).toBeChecked()
  await user.click(dialog.getByRole('checkbox', { name: pharma.name }))
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  await waitFor(() => expect(savedProducts(requests)).toHaveLength(1))
  expect(savedProducts(requests)[0]).toMatchObject({
    industry_tag_ids: [banking.id],
    doctor_type_tag_ids: [],
  })
})

test('all tags of a kind are checked and unchecked at once, and the focus stays', async () => {
  const { user } = showProducts()
  const dialog = await openDialog(user, 'Add Product')
  const group = within(dialog.getByRole('group', { name: 'Industries' }))
  const boxes = () => group.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)
  const select = group.getByRole('button', { name: 'Select All' })
  const deselect = group.getByRole('button', { name: 'Deselect All' })
  expect(deselect).toHaveAttribute('aria-disabled', 'true')
  await user.click(select)
  expect(boxes()).toEqual([true, true])
  expect(select).toHaveAttribute('aria-disabled', 'true')
  expect(select).toHaveFocus()
  await user.click(deselect)
  expect(boxes()).toEqual([false, false])
  await user.click(group.getByRole('checkbox', { name: banking.name }))
  for (const button of [select, deselect]) expect(button).toHaveAttribute('aria-disabled', 'false')
  await user.click(deselect)
  expect(boxes()).toEqual([false, false])
  expect(deselect).toHaveFocus()
})

test('the tags of a kind are one stop of the Tab key; arrows and letters move between them', async () => {
  const { user } = showProducts()
  const dialog = await openDialog(user, 'Add Product')
  const box = (name: string) => dialog.getByRole('checkbox', { name })
  box(banking.name).focus()
  await user.keyboard('{ArrowRight}')
  expect(box(pharma.name)).toHaveFocus()
  await user.keyboard(' ')
  expect(box(pharma.name)).toBeChecked()
  await user.tab()
  expect(dialog.getAllByRole('button', { name: 'Select All' })[1]).toHaveFocus()
  await user.tab({ shift: true })
  expect(box(pharma.name)).toHaveFocus()
  await user.keyboard('b')
  expect(box(banking.name)).toHaveFocus()
  await user.keyboard('x')
  expect(box(banking.name)).toHaveFocus()
  expect(box(banking.name)).not.toBeChecked()
})

test('an image that was removed meanwhile is said at its field, until another one is chosen', async () => {
  const message = 'The picture has been removed in the meantime: choose it again'
  const details = 'It violates the constraint "products_image_url_stored".'
  const { user } = showProducts(({ path }) =>
    path === saves
      ? Response.json({ code: '23514', message, details, hint: null }, { status: 400 })
      : undefined,
  )
  const dialog = await openDialog(user, 'Edit Steel Tumbler')
  await user.click(dialog.getByRole('button', { name: 'Update' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(new RegExp(`^${message}$`))
  await waitFor(() => expect(dialog.getByLabelText('Product Image')).toHaveFocus())
  await user.click(dialog.getByRole('button', { name: 'Remove image' }))
  expect(dialog.queryByRole('alert')).toBeNull()
})

test('the boxes say what the website shows, and warn of a featured product that it does not', async () => {
  const { user } = showProducts()
  const dialog = await openDialog(user, 'Add Product')
  const [sample, featured] = ['Sample Product', 'Featured Product'].map((name) =>
    dialog.getByRole('checkbox', { name }),
  )
  expect(sample).toHaveAccessibleDescription('Shown on the website. Without it, the product is a draft.')
  expect(featured).toHaveAccessibleDescription('Shown on the home page.')
  await user.click(featured!)
  expect(featured).toHaveAccessibleDescription(
    'Not shown yet: only sample products are featured on the home page.',
  )
  await user.click(sample!)
  expect(featured).toHaveAccessibleDescription('Shown on the home page.')
})

test('the choice of “Sample Product” stays for the next new product, and nothing else is', async () => {
  const { user } = showProducts(({ path }) => (path === saves ? tumbler : undefined))
  const dialog = await openDialog(user, 'Add Product')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Lamp')
  await user.click(dialog.getByRole('checkbox', { name: 'Sample Product' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Featured Product' }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const next = await openDialog(user, 'Add Product')
  expect(next.getByRole('checkbox', { name: 'Sample Product' })).toBeChecked()
  expect(next.getByRole('checkbox', { name: 'Featured Product' })).not.toBeChecked()
  expect(next.getByRole('textbox', { name: 'Name' })).toHaveValue('')
})

test('a name that another product has is said with a link to it, and is not refused', async () => {
  const { user, requests } = showProducts(({ path, query }) => {
    if (path === saves) return tumbler
    return query.get('name') === 'ilike.100\\% steel*' ? [{ id: idOf(30), name: '100% Steel*' }] : undefined
  })
  const dialog = await openDialog(user, 'Add Product')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), '100% steel*')
  expect(await dialog.findByText(/There is another product with this name\./)).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Open it' })).toHaveAttribute(
    'href',
    `http://site.test/admin/products?product=${idOf(30)}`,
  )
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(savedProducts(requests)).toHaveLength(1))
})

test('a product that a search may hide is shown by its toast', async () => {
  const { user } = showProducts(
    ({ path }) => (path === saves ? tumbler : undefined),
    '/admin/products?search=steel',
  )
  const dialog = await openDialog(user, 'Add Product')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Lamp')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  const title = await screen.findByText('Product created successfully')
  const toast = within(title.closest<HTMLElement>('[role="status"]')!)
  expect(toast.getByText('Lamp')).toBeVisible()
  await user.click(toast.getByRole('button', { name: 'Show' }))
  expect(screen.getByRole('searchbox', { name: 'Search products' })).toHaveValue('')
})

test('a product is duplicated with its picture and tags, and the next one keeps all but name, picture, video and code', async () => {
  const { user, requests } = showProducts(({ path }) => (path === saves ? tumbler : undefined))
  const dialog = await openDialog(user, 'Duplicate Steel Tumbler')
  expect(
    dialog.getByText(/^A copy with all pictures, facts and terms\. “Code” and “Supplier code” are empty/),
  ).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Steel Tumbler (copy)')
  expect(dialog.getByRole('textbox', { name: 'Supplier code' })).toHaveValue('')
  expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Create & add another' }))
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(''))
  expect(dialog.queryByRole('img', { name: 'Preview' })).toBeNull()
  expect(dialog.getByRole('combobox', { name: 'Subcategory' })).toHaveDisplayValue('Tumblers')
  expect(dialog.getByRole('checkbox', { name: 'Banking' })).toBeChecked()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Lamp')
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const copied = {
    category_id: tumbler.category_id,
    subcategory_id: tumbler.subcategory_id,
    budget: tumbler.budget,
    is_sample: true,
  }
  const [copy, next] = savedProducts(requests)
  expect(copy).toMatchObject({
    product: {
      ...copied,
      name: 'Steel Tumbler (copy)',
      image_url: tumbler.image_url,
      video_url: tumbler.video_url,
    },
    doctor_type_tag_ids: [dentist.id],
  })
  expect(copy).not.toHaveProperty('product_id')
  expect(next).toMatchObject({
    product: { ...copied, name: 'Lamp', image_url: null, video_url: null },
    doctor_type_tag_ids: [dentist.id],
  })
})
