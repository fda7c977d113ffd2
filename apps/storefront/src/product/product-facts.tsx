import { type CatalogueFilters, writeFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { hasDoctorTypes } from '@giftwell/shared/catalogue/industry.ts'
import { Link } from 'react-router-dom'

import classes from './product-view.module.css'
import type { ProductDetails } from './use-product.ts'

interface ProductFactsProps {
  readonly product: ProductDetails
  /** Whether it is open over a page. */
  readonly isOver: boolean
}

/** What is known of a product, each value as a link to the catalogue under it. */
export function ProductFacts({ product, isOver }: ProductFactsProps) {
  const { category, subcategory, budget, themes, industries, doctor_types: doctorTypes } = product
  const industry = industries.find(hasDoctorTypes)
  const facts: readonly (readonly [string, readonly (readonly [string, CatalogueFilters])[]])[] = [
    ['Budget', budget === null ? [] : [[budget, { budget: [budget] }]]],
    [
      'Category',
      [
        ...(category === null ? [] : [[category, { category: [category] }] as const]),
        ...(category === null || subcategory === null
          ? []
          : [[subcategory, { category: [category], subcategory: [subcategory] }] as const]),
      ],
    ],
    ['Themes', themes.map((theme) => [theme, { theme: [theme] }])],
    ['Industries', industries.map((each) => [each, { industry: [each] }])],
    [
      'Doctor types',
      industry
        ? doctorTypes.map((doctorType) => [doctorType, { industry: [industry], doctorType: [doctorType] }])
        : [],
    ],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([title, values]) =>
          values.length > 0 && (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                {values.map(([value, filters]) => (
                  <Link
                    key={value}
                    className={classes.tag}
                    // From over the results, Back leads to them.
                    replace={isOver}
                    to={{
                      pathname: '/catalogue',
                      search: writeFilters(new URLSearchParams(), filters).toString(),
                    }}
                  >
                    {value}
                  </Link>
                ))}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
