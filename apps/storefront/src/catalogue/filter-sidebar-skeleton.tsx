import classes from './filter-sidebar-skeleton.module.css'

const lines = 9

/** The shape of the filters while their options load. */
export function FilterSidebarSkeleton() {
  return (
    <div role="status" aria-label="Loading filters" className={classes.root}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={classes.line} />
      ))}
    </div>
  )
}
