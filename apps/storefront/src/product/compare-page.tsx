import { useAuth } from '@giftwell/shared/auth/auth-context.tsx'
import type { ProductDetails } from '@giftwell/shared/catalogue/product-details.ts'
import { useBackend } from '@giftwell/shared/kernel/backend-context.ts'
import { sharedProductPath } from '@giftwell/shared/kernel/shared-link.ts'
import { productPath, shortIdOf } from '@giftwell/shared/kernel/site-routes.ts'
import { focusElement } from '@giftwell/shared/ui/focus-element.ts'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { CloseButton } from '@giftwell/shared/ui/close-button.tsx'
import { useQueries } from '@tanstack/react-query'
import { type CSSProperties, Fragment, useId, useState } from 'react'
import { Link, useLocation, useNavigate } from '../page/router.tsx'

import { useAuthDialog } from '../account/auth-dialog-provider.tsx'
import { InquiryButton } from '../catalogue/product-card.tsx'
import { EmptyNote, LoadFailure } from '../page/load-failure.tsx'
import { PrintButton } from '../page/print-button.tsx'
import { ProductPicture } from '../page/product-picture.tsx'
import { factsOf, type ProductFact } from './product-facts.ts'
import { ShareButton } from './product-share-button.tsx'
import { productQuery } from './use-product.ts'
import classes from './compare-page.module.css'
import {
  type ComparedProduct,
  comparedIn,
  comparedProducts,
  comparePath,
  compareProducts,
} from '../compare/comparison.tsx'

/** Up to four products side by side (product.md, section 2, Compare). */
export function ComparePage() {
  const site = useSite()
  const { search } = useLocation()
  const products = comparedIn(new URLSearchParams(search))
  return (
    <main id="content" className={classes.page}>
      <title>{`Compare · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="page-title">Compare products</h1>
      {products.length === 0 ? <HowToChoose /> : <Comparison asked={products} />}
    </main>
  )
}

function HowToChoose() {
  return (
    <EmptyNote>
      <p>
        Nothing to compare yet. Tick “Compare” on up to four products: in the catalogue, on a product’s page,
        in your basket or among your favourites.
      </p>
      <Link to="/catalogue">Browse the catalogue</Link>
    </EmptyNote>
  )
}

function Comparison({ asked }: { readonly asked: readonly ComparedProduct[] }) {
  const backend = useBackend()
  const { user, isSessionReady } = useAuth()
  const navigate = useNavigate()
  const authDialog = useAuthDialog()
  const viewer = user?.id ?? null
  const answers = useQueries({
    queries: asked.map(({ id, key }) => ({
      ...productQuery(backend, viewer, id, {}, key),
      enabled: isSessionReady,
    })),
  })
  if (answers.some(({ isError }) => isError)) {
    const retry = () => answers.forEach(({ isError, refetch }) => isError && void refetch())
    return <LoadFailure what="the products" onRetry={retry} />
  }
  if (answers.some(({ data }) => data === undefined)) {
    return (
      <p className={classes.text} role="status">
        Loading...
      </p>
    )
  }
  const products = answers.flatMap(({ data }) => data ?? [])
  const missing = asked.length - products.length

  function remove(product: ProductDetails) {
    const isOther = ({ id }: ComparedProduct) => !product.id.replaceAll('-', '').startsWith(id)
    focusElement(document.querySelector('main h1'))
    compareProducts(comparedProducts().filter(isOther))
    navigate(comparePath(asked.filter(isOther)), { replace: true, state: {} })
  }

  return (
    <>
      {missing > 0 && (
        <p className={classes.text}>
          {missing === 1 ? 'One product is' : `${missing} products are`} not shown: no longer available
          {viewer === null && (
            <>
              , or only for customers.{' '}
              <button type="button" className={classes.signIn} {...authDialog}>
                Sign in
              </button>{' '}
              to see
            </>
          )}
          .
        </p>
      )}
      {products.length === 1 && (
        <p className={classes.text}>
          Tick “Compare” on another product. <Link to="/catalogue">Browse the catalogue</Link>
        </p>
      )}
      {products.length > 0 && (
        <ComparisonTable products={products} isVisitor={viewer === null} onRemove={remove} />
      )}
    </>
  )
}

interface ComparisonTableProps {
  readonly products: readonly ProductDetails[]
  readonly isVisitor: boolean
  readonly onRemove: (product: ProductDetails) => void
}

function ComparisonTable({ products, isVisitor, onRemove }: ComparisonTableProps) {
  const id = useId()
  const [isShort, setShort] = useState(false)
  const rows = comparedRows(products)
  // React's type lacks custom properties.
  const style = { '--products': products.length } as CSSProperties
  const visible = isShort ? rows.filter(({ differs }) => differs) : rows
  return (
    <>
      <div className={`${classes.actions} no-print`}>
        <ShareButton
          title="Compare products"
          path={comparePath(products.map((product) => ({ id: shortIdOf(product.id), key: product.key })))}
        />
        <PrintButton size="md" />
        {rows.some(({ differs }) => !differs) && products.length > 1 && (
          <label className={classes.short}>
            <input
              type="checkbox"
              checked={isShort}
              onChange={({ currentTarget }) => setShort(currentTarget.checked)}
            />
            Differences only
          </label>
        )}
      </div>
      {products.length > 2 && (
        <p className={`${classes.swipe} no-print`}>Swipe the table to see all {products.length} products.</p>
      )}
      {/* It scrolls on phones, by keys as well. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroller} role="region" aria-label="Comparison" tabIndex={0}>
        <table className={classes.table} style={style}>
          <thead>
            <tr>
              <td aria-label="Facts" />
              {products.map((product, index) => (
                <th key={product.id} id={`${id}-${index}`} scope="col">
                  <ProductPicture
                    image={product}
                    sizes="(min-width: 768px) 260px, 40vw"
                    className={classes.picture}
                  />
                  <a href={isVisitor ? sharedProductPath(product) : productPath(product)}>{product.name}</a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map(({ term, values, differs }, row) => (
              <tr key={term} data-differs={differs || undefined}>
                <th
                  scope="row"
                  aria-labelledby={`${id}-row-${row}`}
                  aria-describedby={differs ? `${id}-row-${row}-differs` : undefined}
                >
                  <span id={`${id}-row-${row}`}>{term}</span>
                  {differs && (
                    <span id={`${id}-row-${row}-differs`} className={classes.differs}>
                      differs
                    </span>
                  )}
                </th>
                {values.map((lines, index) => (
                  <td key={products[index]?.id}>
                    {lines.length === 0 && (
                      <>
                        <span aria-hidden>–</span>
                        <span className="visually-hidden">Not stated</span>
                      </>
                    )}
                    {lines.map((line) => (
                      <Fragment key={line}>
                        {line}
                        <br />
                      </Fragment>
                    ))}
                  </td>
                ))}
              </tr>
            ))}
            <tr className="no-print">
              <th scope="row">Actions</th>
              {products.map((product, index) => (
                <td key={product.id}>
                  <span className={classes.cell}>
                    <InquiryButton product={product} nameId={`${id}-${index}`} />
                    <CloseButton aria-label={`Remove ${product.name}`} onClick={() => onRemove(product)} />
                  </span>
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </>
  )
}

interface ComparedRow {
  readonly term: string
  /** Of each product; empty where it is not known. */
  readonly values: readonly (readonly string[])[]
  readonly differs: boolean
}

/** A row for each fact that one of the products has, in the order of the facts. */
export function comparedRows(products: readonly ProductDetails[]): readonly ComparedRow[] {
  const facts = products.map(allFacts)
  const terms: string[] = []
  for (const list of facts) {
    let position = 0
    for (const { term } of list) {
      const present = terms.indexOf(term)
      if (present === -1) terms.splice(position, 0, term)
      position = (present === -1 ? position : present) + 1
    }
  }
  return terms.map((term) => {
    const values = facts.map((list) => list.find((fact) => fact.term === term)?.values ?? [])
    return { term, values, differs: new Set(values.map((lines) => JSON.stringify(lines))).size > 1 }
  })
}

function allFacts(product: ProductDetails): readonly ProductFact[] {
  const { budget, category, subcategory, themes, industries, doctor_types: doctorTypes } = product
  const tags: Readonly<Record<string, readonly (string | null)[]>> = {
    Budget: [budget],
    Category: [category],
    Subcategory: [subcategory],
  }
  const more = { Themes: themes, Industries: industries, 'Doctor types': doctorTypes }
  const asFacts = (list: Readonly<Record<string, readonly (string | null)[]>>) =>
    Object.entries(list).flatMap(([term, values]) => {
      const known = values.filter((value) => value !== null)
      return known.length === 0 ? [] : [{ term, values: known }]
    })
  return [...asFacts(tags), ...factsOf(product), ...asFacts(more)]
}
