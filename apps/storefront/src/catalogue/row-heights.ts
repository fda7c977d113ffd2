import type { Virtualizer } from '@tanstack/react-virtual'

/** Pixels of a row before any has been measured. */
let likely = 424

/** Pixels that a row is likely to have: as many as the last one that was measured. */
export function likelyRowHeight(): number {
  return likely
}

/** The height that a ResizeObserver measured, until then the likely one: measuring a new row would force a layout. */
export function measureLater(
  row: HTMLElement,
  measured: ResizeObserverEntry | undefined,
  virtualizer: Virtualizer<Window, HTMLElement>,
): number {
  const height = measured?.borderBoxSize[0]?.blockSize
  if (height === undefined) {
    const index = virtualizer.indexFromElement(row)
    return virtualizer.itemSizeCache.get(index) ?? virtualizer.options.estimateSize(index)
  }
  likely = Math.round(height)
  return likely
}
