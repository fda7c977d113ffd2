import { recordOf } from '@giftwell/shared/kernel/record-of.ts'
import type { CatalogueProduct } from '@giftwell/shared/catalogue/catalogue-queries.ts'
import { phoneTexts } from '@giftwell/shared/kernel/phones.ts'
import { sharedProductPath } from '@giftwell/shared/kernel/shared-link.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { Button } from '@giftwell/shared/ui/plain-controls.tsx'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import {
  type ReactNode,
  type TouchEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { useNavigate } from '../page/router.tsx'

import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import { CompareBox, FavouriteButton } from '../page/product-marks.tsx'
import { LoadFailure } from '../page/load-failure.tsx'
import { InquiryButton } from '../catalogue/product-card.tsx'
import { announce } from '../page/page-arrival.tsx'
import { PrintButton } from '../page/print-button.tsx'
import { usePublicOrigin } from '../page/rendered-page.ts'
import { countEvent } from '../page/visit-events.ts'
import { Description } from '../page/description.tsx'
import { ColourChoice, FactList } from './fact-list.tsx'
import { ProductStage } from './product-stage.tsx'
import { RecentlyViewed, Similar } from './product-strips.tsx'
import { ShareButton } from './product-share-button.tsx'
import { SampleButton } from '../inquiry/sample-button.tsx'
import drawing from '../pictures/empty.svg'
import classes from './product-view.module.css'
import { type ProductState, useProductAddress } from './use-product.ts'

interface ProductViewProps {
  readonly found: ProductState
  /** Whether it is open over a page. */
  readonly isOver?: boolean
}

interface ProductInView {
  readonly id: string
  /** The index of the picture. */
  readonly picture: number
  readonly colour: string | null
}

/** Pixels of a swipe. */
const swipe = 60
/** The buttons to its neighbours. */
const previousName = 'Previous product'
const nextName = 'Next product'

/**
 * A product below its name: pictures, video, description, facts and tags that lead into the catalogue, and what is similar.
 * Arrow keys and swipes lead to its neighbours. On paper it is a specification sheet.
 */
export function ProductView({ found, isOver = false }: ProductViewProps) {
  const { details, previous, next, position, areNeighboursPending: isPending } = found
  // A dialog is painted with its picture and buttons first; a slow phone would wait for the rest.
  const isWhole = useDeferredValue(true, !isOver)
  const product = details ?? found.card
  const navigate = useNavigate()
  const { search, state } = useProductAddress()
  const root = useRef<HTMLDivElement>(null)
  const touch = useRef<{ x: number; y: number }>(undefined)
  const id = useId()
  useAnnounced(product?.name)
  useCounted(product?.id)
  const site = useSite()
  const origin = usePublicOrigin()
  // Another product begins with its first picture.
  const [view, setView] = useState<ProductInView>()
  const { picture, colour } = view?.id === product?.id && view ? view : { picture: 0, colour: null }

  /** Replaces the product, so that one Back leads to the results. */
  function show(neighbour: CatalogueProduct | undefined) {
    if (!neighbour) return
    const there = { ...recordOf(state), position: neighbour === next ? position + 1 : position - 1 }
    navigate(productPath(neighbour) + search, { replace: true, state: there })
  }
  /** Presses the button, which waits for a product that is not read yet. */
  function press(name: string) {
    root.current?.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click()
  }
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
    if (ctrlKey || metaKey || altKey || shiftKey || defaultPrevented || !(target instanceof Element)) return
    // Not in a dialog over this, or in elements that use arrow keys.
    if (target.closest('[role=dialog]') !== root.current?.closest('[role=dialog]')) return
    if (target.closest('input, textarea, select, video, [role=menu]')) return
    if (key === 'ArrowLeft') press(previousName)
    if (key === 'ArrowRight') press(nextName)
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  function endTouch({ changedTouches }: TouchEvent) {
    const start = touch.current
    const end = changedTouches[0]
    touch.current = undefined
    if (start === undefined || end === undefined) return
    const [x, y] = [end.clientX - start.x, end.clientY - start.y]
    if (Math.abs(x) < swipe || Math.abs(x) < 2 * Math.abs(y)) return
    press(x > 0 ? previousName : nextName)
  }

  if (product === undefined) {
    return found.hasFailed ? (
      <LoadFailure what="this product" reason={found.limited} onRetry={found.refetch} />
    ) : (
      <div className={classes.loading} role="status" aria-label="Loading product" />
    )
  }
  return (
    <div ref={root} className={classes.root}>
      {/* Keys and buttons do the same as swipes. */}
      <div
        className={classes.columns}
        onTouchStart={({ touches }) => {
          const begin = touches.length === 1 ? touches[0] : undefined
          touch.current = begin && { x: begin.clientX, y: begin.clientY }
        }}
        onTouchEnd={endTouch}
      >
        <ProductStage
          key={product.id}
          product={product}
          index={picture}
          isWhole={isWhole}
          onIndex={(index) => setView({ id: product.id, picture: index, colour })}
        />
        <div className={classes.text}>
          <span id={id} hidden>
            {product.name}
          </span>
          {details && (
            <ColourChoice
              product={details}
              chosen={colour}
              onChoose={({ name, picture_position: position }) => {
                const last = details.pictures?.length ?? 0
                const pointedAt = position === undefined ? picture : Math.min(position - 1, last)
                setView({ id: details.id, picture: pointedAt, colour: name })
              }}
            />
          )}
          <div className={classes.order}>
            <InquiryButton product={product} nameId={id} colour={colour} />
          </div>
          <div className={classes.actions}>
            <span className={classes.neighbours}>
              <FavouriteButton product={product} className={classes.heart} />
              <ShareButton title={product.name} path={sharedProductPath(product)} />
              <PrintButton style={{ height: '2.75rem' }} />
              <CompareBox product={product} className={classes.compare} />
            </span>
            <span className={classes.neighbours}>
              <Neighbour
                name={previousName}
                of={product.id}
                product={previous}
                isPending={isPending}
                onShow={show}
              >
                <IconChevronLeft size={20} aria-hidden />
              </Neighbour>
              <Neighbour name={nextName} of={product.id} product={next} isPending={isPending} onShow={show}>
                <IconChevronRight size={20} aria-hidden />
              </Neighbour>
            </span>
          </div>
          <SampleButton product={product} colour={colour} />
          {isWhole && details && <FactList product={details} isOver={isOver} />}
        </div>
        {isWhole && details?.description !== undefined && (
          <section className={classes.description} aria-label="Description">
            <h2>Description</h2>
            <Description text={details.description} />
          </section>
        )}
      </div>
      <p className="print-only">
        {[site.name, ...phoneTexts(site), site.contact_email].filter(Boolean).join(', ')}
        <br />
        {origin}
        {productPath(product)}
      </p>
      {isWhole && details && <Similar product={details} isAnonymous={found.isAnonymous} />}
      {isWhole && <RecentlyViewed product={product} />}
    </div>
  )
}

/** Announces the name of a product that replaces another. */
function useAnnounced(name: string | undefined) {
  const announced = useRef<string>(undefined)
  useEffect(() => {
    if (name === undefined) return
    if (announced.current !== undefined && announced.current !== name) announce(name)
    announced.current = name
  }, [name])
}

/** Counts a product that is seen. */
function useCounted(id: string | undefined) {
  useEffect(() => {
    if (id !== undefined) countEvent('seen', `product:${id}`)
  }, [id])
}

interface NeighbourProps {
  readonly name: string
  /** The id of the product whose neighbour it is. */
  readonly of: string
  readonly product: CatalogueProduct | undefined
  /** Whether the product is still being read. */
  readonly isPending: boolean
  readonly onShow: (product: CatalogueProduct | undefined) => void
  readonly children: ReactNode
}

/** A button that stays focused at the end of the results. Pressed before its product is read, it follows once it is. */
function Neighbour({ name, of, product, isPending, onShow, children }: NeighbourProps) {
  const isWaiting = product === undefined && isPending
  const pressedAt = useRef<string>(undefined)
  const [isBusy, setBusy] = useState(false)
  if (isBusy && !isWaiting) setBusy(false)
  const follow = useEffectEvent(() => onShow(product))
  useEffect(() => {
    if (isWaiting) return
    // Not where another product was opened meanwhile.
    if (pressedAt.current === of) follow()
    pressedAt.current = undefined
  }, [isWaiting, of])

  function press() {
    if (isWaiting) {
      pressedAt.current = of
      setBusy(true)
    } else onShow(product)
  }
  return (
    <button
      type="button"
      className={classes.neighbour}
      aria-label={name}
      title={product?.name}
      aria-busy={isBusy || undefined}
      aria-disabled={(product === undefined && !isPending) || undefined}
      onClick={press}
    >
      {children}
    </button>
  )
}

/** A visitor's view of every product beyond the preview, and of every unknown address. */
export function SignInWall({ heading: Heading = 'p' }: { readonly heading?: 'h1' | 'p' }) {
  const authDialog = useAuthDialog()
  return (
    <div className={classes.wall}>
      <img src={drawing} alt="" width={200} height={150} />
      <Heading className={classes.wallTitle}>Sign in to view details</Heading>
      <Button size="md" {...authDialog}>
        Sign In
      </Button>
    </div>
  )
}
