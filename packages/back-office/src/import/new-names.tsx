import { Button, Checkbox, Group, Stack } from '@mantine/core'

import classes from './import-screen.module.css'
import type { ImportKind } from './product-import.ts'

const kinds: Readonly<Record<ImportKind, string>> = {
  categories: 'Categories',
  subcategories: 'Subcategories',
  industry_tags: 'Industries',
  doctor_type_tags: 'Doctor Types',
  themes: 'Themes',
  branding_methods: 'Branding Methods',
}

type Names = Readonly<Partial<Record<ImportKind, readonly string[]>>>

interface NewNamesProps {
  readonly missing: readonly { readonly kind: ImportKind; readonly names: readonly string[] }[]
  /** Whether a subcategory has this name, of whatever category. */
  readonly isSubcategory: (name: string) => boolean
  readonly create: Names
  readonly onChange: (create: Names) => void
}

/** Ticks the categories and tags of a file that may be created. */
export function NewNames({ missing, isSubcategory, create, onChange }: NewNamesProps) {
  return missing.map(
    ({ kind, names }) =>
      names.length > 0 && (
        <Stack key={kind} gap={8} align="flex-start">
          <Checkbox.Group
            label={`New ${kinds[kind]}: tick those to create`}
            value={[...(create[kind] ?? [])]}
            onChange={(ticked) => onChange({ ...create, [kind]: ticked })}
          >
            <Group className={classes.scroller} gap="10px 14px">
              {names.map((name) => (
                <Checkbox
                  key={name}
                  value={name}
                  label={
                    kind === 'subcategories' && isSubcategory(name)
                      ? `${name} (exists, is added to the category)`
                      : name
                  }
                  size="sm"
                />
              ))}
            </Group>
          </Checkbox.Group>
          {names.length > 3 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => onChange({ ...create, [kind]: names })}
            >
              {`Tick all ${names.length.toLocaleString()} ${kinds[kind]}`}
            </Button>
          )}
        </Stack>
      ),
  )
}
