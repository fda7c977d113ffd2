import classes from './facts.module.css'

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: string | 0 | false | null | undefined])[]
}

/** Facts by their names; those without a value are left out. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="typed-text">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
