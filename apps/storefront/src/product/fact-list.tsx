import { type CatalogueFilters, writeFilters } from '@giftwell/shared/catalogue/catalogue-filters.ts'
import type { ProductColour, ProductDetails } from '@giftwell/shared/catalogue/product-details.ts'
import { type ReactNode, useId } from 'react'
import { Link } from '../page/router.tsx'

import { factsOf } from './product-facts.ts'
import classes from './fact-list.module.css'

interface FactListProps {
  readonly product: ProductDetails
  /** Whether it is open over a page. */
  readonly isOver: boolean
}

/** A product's facts, and its tags as links to the catalogue with that filter. */
export function FactList({ product, isOver }: FactListProps) {
  const { category, subcategory, budget, themes, industries, doctor_types: doctorTypes } = product
  const industry = product.doctor_type_industry
  const tags = (term: string, values: readonly (readonly [string, CatalogueFilters])[]) =>
    values.length > 0 && (
      <Fact term={term}>
        {values.map(([value, filters]) => (
          <Link
            key={value}
            className={classes.tag}
            // From over the results, Back leads to them.
            replace={isOver}
            to={{ pathname: '/catalogue', search: writeFilters(new URLSearchParams(), filters).toString() }}
          >
            {value}
          </Link>
        ))}
      </Fact>
    )
  return (
    <dl className={classes.facts}>
      {tags('Budget', budget === null ? [] : [[budget, { budget: [budget] }]])}
      {factsOf(product)
        .filter(({ term }) => term !== 'Colours' || !hasChoice(product))
        .map(({ term, values }) => (
          <Fact key={term} term={term}>
            {values.length === 1 ? (
              <span>{values}</span>
            ) : (
              <ul>
                {values.map((value) => (
                  <li key={value}>{value}</li>
                ))}
              </ul>
            )}
          </Fact>
        ))}
      {tags('Category', [
        ...(category === null ? [] : [[category, { category: [category] }] as const]),
        ...(category === null || subcategory === null
          ? []
          : [[subcategory, { category: [category], subcategory: [subcategory] }] as const]),
      ])}
      {tags(
        'Themes',
        themes.map((theme) => [theme, { theme: [theme] }]),
      )}
      {tags(
        'Industries',
        industries.map((each) => [each, { industry: [each] }]),
      )}
      {industry !== undefined &&
        tags(
          'Doctor types',
          doctorTypes.map((doctorType) => [doctorType, { industry: [industry], doctorType: [doctorType] }]),
        )}
    </dl>
  )
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Whether a product has colours to choose from. */
function hasChoice({ colours = [] }: ProductDetails): boolean {
  return colours.length > 1
}

interface ColourChoiceProps {
  readonly product: ProductDetails
  /** The name of the chosen colour; null before the choice. */
  readonly chosen: string | null
  readonly onChoose: (colour: ProductColour) => void
}

/** The colours of a product as radios, each with its swatch; nothing for fewer than two. */
export function ColourChoice({ product, chosen, onChoose }: ColourChoiceProps) {
  const name = useId()
  if (!hasChoice(product)) return null
  return (
    <dl className={classes.facts}>
      <Fact term="Colours">
        <fieldset className={classes.colours}>
          <legend className="visually-hidden">Colours</legend>
          {product.colours?.map((colour) => (
            <label key={colour.name} className={classes.colour}>
              <input
                type="radio"
                name={name}
                className="visually-hidden"
                checked={chosen === colour.name}
                onChange={() => onChoose(colour)}
              />
              <span className={classes.swatch} style={{ backgroundColor: colour.hex }} />
              {colour.name}
            </label>
          ))}
        </fieldset>
      </Fact>
    </dl>
  )
}
