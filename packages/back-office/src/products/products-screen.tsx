import { Button, Table } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { IconPencil, IconPhotoPlus, IconPlus, IconStar } from '@tabler/icons-react'
import { useIsMutating } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import {
  productCountQuery,
  type ProductListing,
  type ProductOrder,
  productOrders,
  productPageQuery,
  readProducts,
} from './admin-products.ts'
import { type Product, products } from '@giftwell/shared/products/products.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { IconButton } from '@giftwell/shared/ui/icon-button.tsx'
import type { Dropped } from '../images/dropped-files.ts'
import { useImageSweep } from '../images/image-upload.ts'
import { useKeys } from '../screen/use-keys.ts'
import { ForAdministrators, RecentlyDeletedLink, firstRead } from '../screen/screen-head.tsx'
import { storedListView } from '../list/list-views.ts'
import { type LongList, LongListScreen, useLongList } from '../list/long-list-screen.tsx'
import { NoneYet } from '../list/record-list.tsx'
import { chosenRecords, DeleteSelected } from '../list/selection-bar.tsx'
import { firstPosition } from '../list/use-list-page.ts'
import { useListLayout } from '../list/use-list-layout.ts'
import { useDeleting, useEditing, useRecordLink } from '../record/use-record-actions.ts'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'
import { FeaturedOrderDialog } from './featured-order-dialog.tsx'
import { PhotoDrop, PhotosDialog } from './photos-dialog.tsx'
import { ProductDialog } from './product-dialog.tsx'
import {
  ProductFilterChips,
  productFilterControls,
  ProductFilterPanel,
  productListAddress,
  ProductTools,
} from './product-filters.tsx'
import { type ProductForm, useProductChoices } from './product-form.ts'
import { exportedColumns, productCard, productColumns, costOf } from './product-rows.tsx'
import classes from './products-screen.module.css'
import { rupeesOf } from '@giftwell/shared/kernel/form-rules.ts'
import { factLabels, termsOf } from '@giftwell/shared/products/product-facts.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import { dayFormat } from '../screen/date-formats.ts'

const everyProduct = productListAddress.read(new URLSearchParams())

const productList: LongList<Product, ProductListing> = {
  label: products.label,
  address: productListAddress,
  every: everyProduct,
  orderOf: ({ order }) => productOrders[order],
  sort: (listing, by, ascending) => ({ ...listing, order: productOrder(by, ascending) }),
  replacesSearch: true,
  page: productPageQuery,
  count: productCountQuery,
}
const listParams = Object.keys(productListAddress.write(everyProduct))
const drafts = { health: 'draft' } as const

function productOrder(by: string, isUp: boolean): ProductOrder {
  if (by === 'name') return isUp ? 'name-up' : 'name-down'
  return isUp ? 'oldest' : 'newest'
}

/** Products management (product.md, section 2, /admin/products). */
export function ProductsScreen() {
  const backend = useBackend()
  const navigate = useNavigate()
  const { session, isSessionReady, isAdmin } = useAuth()
  const enabled = isSessionReady && session !== null
  const shown = useLongList(productList, { enabled })
  const { listing, show, selection } = shown
  const matching = { words: listing.search, filters: listing.filters }
  const layout = useListLayout('products', productColumns, listParams)
  const choices = useProductChoices()
  const editing = useEditing<Product, ProductForm>()
  const bulkEditing = useEditing<never>()
  const photos = useEditing<never, Dropped>()
  const ordering = useEditing<never>()
  const closeLink = useRecordLink(
    products,
    { onAdd: editing.add, onEdit: editing.edit, isForSales: true },
    'product',
  )
  function closeProduct() {
    editing.close()
    closeLink()
  }
  const remove = useDeleting(products)
  const isBusy = useIsMutating({ mutationKey: [products.table] }) > 0
  useKeys({ n: isBusy || !isAdmin ? undefined : editing.add })
  const panelId = useId()
  const [isPanelOpen, setPanelOpen] = useSessionStorage({
    key: 'giftwell-product-filters',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  /** Remembered for the next new product: they are often entered one after the other. */
  const [isSample, setIsSample] = useState(products.empty.is_sample)
  useImageSweep()

  const mayHideNew = shown.isNarrowed || listing.order !== everyProduct.order

  const filtering = {
    controls: productFilterControls(choices, listing.filters, isAdmin),
    filters: listing.filters,
    onChange: (filters: typeof listing.filters) => show({ ...listing, filters }),
  }
  return (
    <>
      {/* Every control is disabled while anything is being saved or deleted (product.md, section 4, Admin forms). */}
      <fieldset className={classes.screen} disabled={isBusy} aria-label="Products">
        <LongListScreen
          list={productList}
          shown={shown}
          title="Products"
          head={
            <ForAdministrators>
              <RecentlyDeletedLink />
              <Button variant="default" onClick={() => void navigate('/admin/products/import')}>
                Import
              </Button>
              <Button
                variant="default"
                leftSection={<IconPhotoPlus size={18} stroke={1.7} aria-hidden />}
                onClick={photos.add}
              >
                Add photos
              </Button>
              <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={editing.add}>
                Add Product
              </Button>
            </ForAdministrators>
          }
          columns={layout}
          filters={
            <>
              <ProductTools
                listing={listing}
                show={show}
                panel={{ id: panelId, isOpen: isPanelOpen, toggle: () => setPanelOpen(!isPanelOpen) }}
              />
              {isAdmin && (
                <IconButton
                  variant="default"
                  className={classes.featured}
                  aria-label="Order featured products"
                  onClick={ordering.add}
                >
                  <IconStar size={16} stroke={1.7} aria-hidden />
                </IconButton>
              )}
            </>
          }
          exported={{
            columns: exportedColumns(layout.shown),
            read: (position, options) => readProducts(backend, listing, position, options),
          }}
          notices={
            <>
              {isPanelOpen && <ProductFilterPanel id={panelId} {...filtering} />}
              <ProductFilterChips {...filtering} />
            </>
          }
          loading="Loading products..."
          empty={<NoneYet many="products" onAdd={editing.add} />}
          card={productCard}
          onOpen={editing.edit}
          {...(isAdmin && {
            actions: {
              nameOf: (product: Product) => product.name,
              onEdit: editing.edit,
              onDuplicate: (product: Product) => editing.addLike(products.copy(product)),
              onDelete: remove,
              disabled: isBusy,
            },
            bulk: (
              <>
                <Button
                  size="sm"
                  leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
                  onClick={bulkEditing.add}
                >
                  Bulk edit
                </Button>
                <DeleteSelected
                  entity={products}
                  selection={selection}
                  matching={matching}
                  disabled={isBusy}
                />
              </>
            ),
          })}
        />
      </fieldset>
      <BulkEditDialog
        key={`bulk ${bulkEditing.opening}`}
        opened={bulkEditing.opened}
        chosen={chosenRecords(selection, matching)}
        count={selection.count}
        choices={choices}
        onClose={bulkEditing.close}
        onSaved={() => {
          bulkEditing.close()
          selection.clear()
        }}
      />
      <PhotoDrop
        isOff={!isAdmin || isBusy || editing.opened || bulkEditing.opened || photos.opened || ordering.opened}
        onDrop={photos.addLike}
      />
      <FeaturedOrderDialog
        key={`order ${ordering.opening}`}
        opened={ordering.opened}
        onClose={ordering.close}
      />
      <PhotosDialog
        key={`photos ${photos.opening}`}
        opened={photos.opened}
        dropped={photos.initial}
        onClose={photos.close}
        onCreated={() => {
          photos.close()
          show({ ...everyProduct, filters: drafts })
        }}
      />
      <ProductTermsDialog
        key={`terms ${editing.opening}`}
        opened={!isAdmin && editing.opened}
        product={editing.record}
        onClose={closeProduct}
      />
      <ProductDialog
        key={editing.opening}
        opened={isAdmin && editing.opened}
        product={editing.record}
        choices={choices}
        onClose={closeProduct}
        isCopy={editing.initial !== undefined}
        initial={editing.initial ?? { ...products.empty, is_sample: isSample }}
        onShow={mayHideNew ? () => show(everyProduct) : undefined}
        onSaved={(saved) => {
          if (editing.record !== undefined) return
          setIsSample(saved.is_sample)
          // The new product is on the first page.
          shown.toFirst()
        }}
      />
    </>
  )
}

ProductsScreen.firstRead = firstRead((backend: Backend) =>
  productPageQuery(backend, everyProduct, firstPosition(storedListView().size)),
)

interface ProductTermsDialogProps {
  readonly opened: boolean
  /** The product that was opened last. */
  readonly product: Product | undefined
  readonly onClose: () => void
}

/** A product's terms for sales, who read them and do not write (product.md, section 2, Admin products). */
function ProductTermsDialog({ opened, product, onClose }: ProductTermsDialogProps) {
  const { close } = useDialogEntry({ opened, onClose })
  return (
    <Dialog opened={opened} onClose={close} title={product?.name ?? ''} size="520px">
      <Table variant="vertical" layout="fixed" withTableBorder={false}>
        <Table.Tbody style={{ overflowWrap: 'anywhere' }}>
          {(product === undefined ? [] : rowsOf(product)).map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th w="45%">{label}</Table.Th>
              <Table.Td style={{ whiteSpace: 'pre-line' }}>{value ?? '-'}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  )
}

function rowsOf(product: Product): readonly (readonly [string, string | number | null | undefined])[] {
  const {
    supplier,
    supplier_code: code,
    mrp_paise: mrp,
    hsn,
    gst_rate: rate,
    gst_rate_from: since,
    note,
  } = termsOf(product)
  const { lead_days_from: from, lead_days_to: to } = product
  const prices = product.product_price_breaks
    .toSorted((one, other) => one.quantity - other.quantity)
    .map(({ quantity, price_paise }) => `From ${quantity.toLocaleString()}: Rs.${rupeesOf(price_paise)}`)
  return [
    [factLabels.code, product.code],
    [factLabels.supplier, supplier],
    ['Supplier code', code],
    [factLabels.cost, costOf(product)],
    [factLabels.mrp, mrp == null ? null : rupeesOf(mrp)],
    [factLabels.price_breaks, prices.join('\n') || null],
    [factLabels.hsn, hsn],
    [factLabels.gst_rate, rate],
    [factLabels.gst_rate_from, since && dayFormat.format(new Date(`${since}T12:00`))],
    [factLabels.min_quantity, product.min_quantity?.toLocaleString()],
    ['Lead time (working days)', [from, to].filter((days) => days !== null).join(' to ') || null],
    [factLabels.note, note],
  ]
}
