import { type CatalogueFilters, readFilters } from '@giftwell/shared/domain/catalogue-filters.ts'
import { useEffect } from 'react'

import { useResultsAhead } from './use-results-ahead.ts'

const noFilters: CatalogueFilters = {}

/** Wherever a link leads into the catalogue: its results are fetched once the pointer rests on it, or the focus. */
export function useLinkedResultsAhead(): void {
  const ahead = useResultsAhead(noFilters)
  useEffect(() => {
    function come({ target }: Pick<Event, 'target'>) {
      const link = catalogueLink(target)
      if (link) ahead.consider(link.href, () => readFilters(new URLSearchParams(link.search)))
    }
    function go({ target, relatedTarget }: PointerEvent | FocusEvent) {
      const link = catalogueLink(target)
      if (link && link !== catalogueLink(relatedTarget)) ahead.forget()
    }

    // It may have come there before anybody listened.
    come({ target: document.querySelector('a:hover') })
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && come(event), {
      signal,
      passive: true,
    })
    document.addEventListener('focusin', come, { signal, passive: true })
    document.addEventListener('pointerout', go, { signal, passive: true })
    document.addEventListener('focusout', go, { signal, passive: true })
    return () => listening.abort()
  }, [ahead])
}

function catalogueLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null
  const isCatalogue = link?.origin === window.location.origin && /^\/catalogue\/?$/.test(link.pathname)
  return isCatalogue ? link : null
}
