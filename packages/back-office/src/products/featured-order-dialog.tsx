import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, mutationOptions, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { ListState } from '../list/list-card.tsx'
import { MovableItem } from '../record/rows-field.tsx'
import recordClasses from '../record/record-dialog.module.css'
import { useDialogEntry } from '../record/use-dialog-entry.ts'
import { ProductThumbnail } from './product-rows.tsx'
import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { readRows, send } from '@giftwell/shared/kernel/rest-request.ts'

interface FeaturedOrderDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Featured cards of the home page (product.md, section 9, Card limits). */
const shownOnHome = 6

/** Orders the featured products by dragging and by buttons; the home page shows the first six. */
export function FeaturedOrderDialog({ opened, onClose }: FeaturedOrderDialogProps) {
  const backend = useBackend()
  const featured = useQuery({ ...featuredOrderQuery(backend), enabled: opened })
  const ordering = useMutation(orderingFeatured(backend))
  /** The ids in the order that the user has made; undefined before. */
  const [order, setOrder] = useState<readonly string[]>()
  const [dragged, setDragged] = useState<string>()
  const known = new Map((featured.data ?? []).map((product) => [product.id, product]))
  const ids = order ?? [...known.keys()]
  const { leave, close } = useDialogEntry({
    opened,
    isBusy: ordering.isPending,
    isUnsaved: () => order !== undefined && !ordering.isSuccess,
    onClose,
  })

  function move(id: string, index: number) {
    if (index < 0 || index >= ids.length) return
    setOrder(ids.filter((other) => other !== id).toSpliced(index, 0, id))
  }

  function save(saved: readonly string[]) {
    if (!ordering.isPending) ordering.mutate(saved, { onSuccess: () => leave(onClose) })
  }

  return (
    <Dialog opened={opened} onClose={close} title="Order featured products" size="560px">
      <Text c="dimmed" mb="md">
        The home page shows the first {shownOnHome}. A newly featured product comes first until you move it.
      </Text>
      <ListState list={featured} failed="The featured products could not be loaded: " />
      <ol aria-label="Featured products">
        {ids.map((id, index) => {
          const product = known.get(id)
          if (product === undefined) return null
          return (
            <MovableItem
              key={id}
              name={product.name}
              isDragged={dragged === id}
              // The home page ends here.
              isMarked={index === shownOnHome - 1}
              onDragStart={() => setDragged(id)}
              onDragOver={() => {
                if (dragged !== undefined && dragged !== id) move(dragged, index)
                return dragged !== undefined
              }}
              onDragEnd={() => setDragged(undefined)}
              onMove={(by) => move(id, index + by)}
            >
              <ProductThumbnail image={product} />
              <Text component="span" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
                {product.name}
              </Text>
            </MovableItem>
          )
        })}
      </ol>
      {featured.data?.length === 0 && <p>No sample product is featured.</p>}
      <div className={recordClasses.buttons}>
        <Button
          aria-disabled={order === undefined}
          data-disabled={order === undefined}
          onClick={() => order && save(order)}
        >
          {ordering.isPending ? 'Saving...' : 'Save order'}
        </Button>
        <Button variant="default" onClick={() => save([])}>
          Newest first
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

/** The home page shows six; more than this are not ordered. */
const maxOrdered = 100

/** The sample products that are featured, in the order of the home page. */
function featuredOrderQuery(backend: Backend) {
  return queryOptions({
    queryKey: ['products', 'order'],
    // Read at each opening: products change.
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      readRows(backend, (rest) =>
        rest
          .from('products')
          .select('id, name, image_url, image_widths, image_colour')
          .eq('is_featured', true)
          .eq('is_sample', true)
          .order('featured_order', { nullsFirst: true })
          .order('created_at', { ascending: false })
          .order('id')
          .limit(maxOrdered)
          .abortSignal(signal),
      ),
  })
}

/** Orders the featured products by their ids; without ids the newest are first again. */
function orderingFeatured(backend: Backend) {
  return mutationOptions({
    mutationKey: ['products', 'order'],
    meta: {
      invalidates: [['products']],
      done: 'Featured products ordered',
      failed: 'Error ordering featured products',
    },
    async mutationFn(ids: readonly string[]) {
      await send(backend, (rest) => rest.rpc('order_featured_products', { ids: [...ids] }))
    },
  })
}
