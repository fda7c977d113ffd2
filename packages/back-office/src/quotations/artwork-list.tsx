import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { momentText } from '@giftwell/shared/kernel/india-time.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import type { Artwork } from '@giftwell/shared/quotations/buyer-details.ts'
import classes from './artwork-list.module.css'
import { DownloadButton, fileOf, FilePreview } from './file-preview.tsx'
import { canBeShown } from './shown-file.ts'

/** The most bytes of a logo that is shown without a press. */
const mostShown = 2 * 1024 * 1024

/** The artwork of a lead, by its inquiry and its quotations; nothing without any, and offline. */
export function LeadArtwork({ lead }: { readonly lead: string }) {
  const backend = useBackend()
  const { data = [] } = useQuery({
    queryKey: ['leads', 'artwork', lead],
    enabled: useIsOnline(),
    // The function promises this shape.
    queryFn: async () =>
      ((await send(backend, (rest) => rest.rpc('lead_artworks', { lead }))) ??
        []) as unknown as readonly Artwork[],
  })
  return <ArtworkList artworks={data} />
}

/** Logos with their pictures, where a browser draws them, and the originals to save. */
export function ArtworkList({ artworks }: { readonly artworks: readonly Artwork[] }) {
  return artworks.map((artwork) => <ArtworkFile key={artwork.id} artwork={artwork} />)
}

function ArtworkFile({ artwork: { id, name, size, given_at: at } }: { readonly artwork: Artwork }) {
  const backend = useBackend()
  const isDrawn = /\.(?:svg|png|jpg)$/.test(name)
  const read = async () => fileOf(backend, 'artwork_file', id)
  const picture = useQuery({
    queryKey: ['artwork', id],
    staleTime: Infinity,
    enabled: useIsOnline() && isDrawn && size <= mostShown,
    queryFn: read,
  }).data
  return (
    <Group gap={8} mt={8}>
      {/* A stranger's file: in an img an SVG runs no script and loads nothing. */}
      {picture !== undefined && (
        <img src={`data:${picture.type};base64,${picture.content}`} alt={name} className={classes.picture} />
      )}
      <div>
        <DownloadButton name={name} read={read} />
        <Text fz="xs" c="dimmed">
          Logo, {fileSize(size)}, {momentText(at)}
        </Text>
      </div>
      {picture === undefined && canBeShown(name) && <FilePreview name={name} read={read} />}
    </Group>
  )
}
