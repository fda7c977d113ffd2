/** A video that is played in the page: a file, or the player of YouTube or Vimeo in a frame. */
export interface PlayableVideo {
  readonly kind: 'file' | 'frame'
  readonly url: string
}

/** The hosts of the players, which the content security policy allows frames of. */
export const playerOrigins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

/** How a product's video is played in the page; null for an address that is no video of these. */
export function playableVideo(address: string): PlayableVideo | null {
  if (!URL.canParse(address, 'https://site.invalid')) return null
  const url = new URL(address, 'https://site.invalid')
  if (!/^https?:$/.test(url.protocol)) return null
  const host = url.hostname.replace(/^(www|m)\./, '')
  const path = url.pathname
  const [youtube, vimeo] = playerOrigins
  if (host === 'youtu.be' || host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const inPath = host === 'youtu.be' ? /^\/([\w-]{11})\/?$/ : /^\/(?:embed|shorts|live)\/([\w-]{11})\/?$/
    const id = inPath.exec(path)?.[1] ?? (path === '/watch' ? url.searchParams.get('v') : null)
    return id && /^[\w-]{11}$/.test(id)
      ? { kind: 'frame', url: `${youtube}/embed/${id}?autoplay=1&rel=0` }
      : null
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    const [, id, hash = url.searchParams.get('h')] =
      /^\/(?:video\/)?(\d{1,12})(?:\/([\da-f]{1,32}))?\/?$/.exec(path) ?? []
    if (id === undefined) return null
    return {
      kind: 'frame',
      url: `${vimeo}/video/${id}?autoplay=1&dnt=1${hash ? `&h=${encodeURIComponent(hash)}` : ''}`,
    }
  }
  return /\.(mp4|webm)$/i.test(path) ? { kind: 'file', url: address } : null
}
