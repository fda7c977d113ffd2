import { useEffect } from 'react'

import offline from './offline.svg'

/** Loads the drawing of a load failure, which could not be loaded when it is needed. */
export async function preloadOfflineDrawing(): Promise<void> {
  const image = new Image()
  image.src = offline
  await image.decode()
}

/** Hides drawings that fail to load: browsers draw a frame instead. Pictures of products, which have sources, replace theirs. */
export function useFailedDrawings(): void {
  useEffect(() => {
    document.addEventListener('error', hideDrawing, true)
    return () => document.removeEventListener('error', hideDrawing, true)
  }, [])
}

function hideDrawing({ target }: Event): void {
  if (target instanceof HTMLImageElement && target.matches('[alt=""]:not([srcset])')) {
    target.style.visibility = 'hidden'
  }
}
