import {
  type CatalogueFilters,
  type FilterName,
  type FilterOptions,
  chooseFilter,
  cleanFilters,
  readFilters,
  unfiltered,
  writeFilters,
} from '@giftwell/shared/catalogue/catalogue-filters.ts'
import { useFilterOptions } from '@giftwell/shared/catalogue/filter-options-query.ts'
import { IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from '../page/router.tsx'
import { overPage } from '../page/page-address.ts'
import classes from './search-box.module.css'
import { searchFieldId } from './site-header.tsx'
import { spokenFilters } from '@giftwell/shared/catalogue/spoken-price.ts'
import { productPath } from '@giftwell/shared/kernel/site-routes.ts'
import { readRecentlyViewed } from '../product/recently-viewed.ts'

/** Debounce of the catalogue's search, in milliseconds. */
const debounceMs = 300
const listId = 'search-suggestions'
const optionId = (index: number) => `${listId}-${index}`

/**
 * The behaviour of the header's search field. On the catalogue it searches while the user types, elsewhere on Enter. It
 * suggests filter values and, while it is empty, products that were viewed. The key `/` focuses it.
 */
export function SearchBox() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isCatalogue = /^\/catalogue\/?$/.test(pathname)
  const filters = useMemo<CatalogueFilters>(
    () => (isCatalogue ? readFilters(new URLSearchParams(search)) : {}),
    [isCatalogue, search],
  )
  const [text, setText] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const options = useFilterOptions({ needsSubcategories: Boolean(text), enabled: Boolean(text) })
  const suggestions = useMemo(() => {
    if (text === null) return []
    return text.trim() === '' ? recentSuggestions() : options.data ? suggestionsFor(text, options.data) : []
  }, [text, options.data])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasTyped = useRef(false)

  function show(next: CatalogueFilters, replace = false) {
    clearTimeout(timer.current)
    const params = writeFilters(new URLSearchParams(isCatalogue ? search : ''), next)
    navigate(
      { pathname: '/catalogue', search: params.toString() },
      // With a state the page does not scroll, as for a filter.
      { replace, state: isCatalogue ? { isFilter: true } : null },
    )
  }
  function find(text: string, replace = false) {
    const { q, ...others } = filters
    const wanted = unfiltered({ sort: filters.sort, q: text })
    if (!isCatalogue || wanted.q !== q) show({ ...others, ...wanted }, replace)
  }
  function close() {
    setText(null)
    setActive(-1)
  }
  function choose({ target }: Suggestion) {
    const { q: _words, ...others } = filters
    const next = typeof target === 'string' ? filters : target(others)
    fill(next.q ?? '')
    close()
    if (typeof target !== 'string') show(next)
    else navigate({ pathname: target, search }, pathname.startsWith('/product/') ? {} : { state: overPage() })
  }

  const onInput = useEffectEvent(() => {
    const text = searchField()?.value ?? ''
    setText(text)
    setActive(-1)
    if (!isCatalogue) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      find(text, hasTyped.current)
      hasTyped.current = true
    }, debounceMs)
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault()
      const stops = suggestions.length + 1
      // One stop more than suggestions: the field itself.
      setActive(((active + 1 + step + stops) % stops) - 1)
    }
    if (event.key === 'Escape' && suggestions.length > 0) {
      event.preventDefault()
      close()
    }
  })
  const onSubmit = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault()
    const chosen = suggestions[active]
    if (chosen) choose(chosen)
    else find(searchField()?.value ?? '', hasTyped.current)
    close()
  })
  const onFocus = useEffectEvent(() => {
    if (searchField()?.value === '') setText('')
  })
  const onBlur = useEffectEvent(() => {
    hasTyped.current = false
    close()
  })
  const onPageKey = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
    if (document.querySelector('[role=dialog]')) return
    event.preventDefault()
    searchField()?.focus()
    searchField()?.select()
  })

  useEffect(() => {
    const input = searchField()
    if (input === null) return undefined
    const listening = new AbortController()
    const { signal } = listening
    input.setAttribute('aria-autocomplete', 'list')
    input.addEventListener('input', () => onInput(), { signal })
    input.addEventListener('keydown', (event) => onKey(event), { signal })
    input.addEventListener('focus', () => onFocus(), { signal })
    input.addEventListener('blur', () => onBlur(), { signal })
    input.form?.addEventListener('submit', (event) => onSubmit(event), { signal })
    document.addEventListener('keydown', (event) => onPageKey(event), { signal })
    // The input from before this chunk was loaded.
    if (input.value !== '') {
      input.dispatchEvent(new Event('input'))
      if (document.activeElement !== input) input.dispatchEvent(new Event('blur'))
    }
    return () => listening.abort()
  }, [])

  // The field follows the address, but not while the user types in it, nor at first where text was typed before.
  const isFollowing = useRef(false)
  useEffect(() => {
    const field = searchField()
    const isTyped = document.activeElement === field || (!isFollowing.current && field?.value !== '')
    isFollowing.current = true
    if (!isTyped) fill(filters.q ?? '')
  }, [filters.q])

  const isOpen = suggestions.length > 0
  useLayoutEffect(() => {
    refer('aria-controls', isOpen ? listId : null)
    refer('aria-activedescendant', active >= 0 ? optionId(active) : null)
  }, [isOpen, active])

  const form = searchField()?.form

  if (!form) return null
  const clear = (
    <button
      type="button"
      aria-label="Clear search"
      className={classes.clear}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => {
        fill('')
        searchField()?.dispatchEvent(new Event('input'))
        searchField()?.focus()
      }}
    >
      <IconX size={16} aria-hidden />
    </button>
  )
  if (!isOpen) return createPortal(clear, form)
  return createPortal(
    <>
      {clear}
      <div id={listId} role="listbox" aria-label="Suggestions" className={classes.list}>
        {suggestions.map((suggestion, index) => (
          // The keyboard chooses in the field.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={`${suggestion.kind} ${suggestion.value} ${typeof suggestion.target === 'string' ? suggestion.target : ''}`}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
          >
            {suggestion.value}
            <span className={classes.kind}>, {suggestion.kind}</span>
          </div>
        ))}
      </div>
    </>,
    form,
  )
}

function searchField(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`#${searchFieldId}`)
}

function fill(text: string): void {
  const field = searchField()
  if (field) field.value = text
}

/** Lets the field refer to an element, or to none. */
function refer(attribute: string, id: string | null): void {
  if (id === null) searchField()?.removeAttribute(attribute)
  else searchField()?.setAttribute(attribute, id)
}

/** A suggestion instead of a search: a filter value, or a product. */
interface Suggestion {
  readonly value: string
  /** Its label: "Diwali, theme". */
  readonly kind: string
  /** The path of a product, or the filters with this value and its dependencies. */
  readonly target: string | ((filters: CatalogueFilters) => CatalogueFilters)
}

const maxSuggestions = 6

/** The products that this browser has shown, for an empty search. */
function recentSuggestions(): readonly Suggestion[] {
  return readRecentlyViewed()
    .slice(0, maxSuggestions)
    .map((product) => ({ value: product.name, kind: 'recently viewed', target: productPath(product) }))
}

/** The values of filters in which every typed word begins a word. A price or quantity among the words stays beside the value. */
function suggestionsFor(text: string, options: FilterOptions): readonly Suggestion[] {
  const { said: q, words: others } = spokenFilters(text)
  const typed = wordsOf(others)
  if (typed.length === 0) return []
  const matching = (name: string) => {
    const words = wordsOf(name)
    return typed.every((word) => words.some((other) => other.startsWith(word)))
  }
  const values = (all: readonly string[], name: FilterName, kind: string, needs: CatalogueFilters = {}) =>
    all.filter(matching).map((value) => ({
      value,
      kind,
      target: (filters: CatalogueFilters) =>
        cleanFilters(chooseFilter({ ...filters, ...(q && { q }), ...needs }, name, value), options),
    }))
  return [
    ...values(options.themes, 'theme', 'theme'),
    ...values(options.categories, 'category', 'category'),
    ...options.categories.flatMap((name) =>
      values(options.subcategories?.[name] ?? [], 'subcategory', `subcategory of ${name}`, {
        category: [name],
      }),
    ),
    ...values(options.industries, 'industry', 'industry'),
    ...values(options.doctorTypes, 'doctorType', 'doctor type', {
      industry: options.doctorTypeIndustries,
    }),
    ...values(options.facts.branding, 'branding', 'branding'),
    ...values(options.facts.colour, 'colour', 'colour'),
  ].slice(0, maxSuggestions)
}

function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
