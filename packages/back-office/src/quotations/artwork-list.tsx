import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'

import type { Backend } from '@giftwell/shared/kernel/backend.ts'
import { useBackend, useIsOnline } from '@giftwell/shared/kernel/backend-context.ts'
import { fileSize } from '@giftwell/shared/kernel/file-size.ts'
import { momentText } from '@giftwell/shared/kernel/india-time.ts'
import { send } from '@giftwell/shared/kernel/rest-request.ts'
import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { type Artwork, type OrderFile, orderBlob } from '@giftwell/shared/quotations/buyer-details.ts'
import classes from './artwork-list.module.css'
import { FilePreview } from './file-preview.tsx'
import { canBeShown } from './shown-file.ts'

/** The most bytes of a logo that is shown without a press. */
const mostShown = 2 * 1024 * 1024

async function artworkFile(backend: Backend, id: string): Promise<OrderFile> {
  // The function promises this shape.
  return (await send(backend, (rest) => rest.rpc('artwork_file', { id }))) as unknown as OrderFile
}

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
  const platform = usePlatform()
  const isDrawn = /\.(?:svg|png|jpg)$/.test(name)
  const saving = useMutation({
    meta: { failed: 'Error reading the file' },
    mutationFn: async () => platform.saveFile(orderBlob(await artworkFile(backend, id))),
  })
  const picture = useQuery({
    queryKey: ['artwork', id],
    staleTime: Infinity,
    enabled: useIsOnline() && isDrawn && size <= mostShown,
    queryFn: async () => artworkFile(backend, id),
  }).data
  return (
    <Group gap={8} mt={8}>
      {/* A stranger's file: in an img an SVG runs no script and loads nothing. */}
      {picture !== undefined && (
        <img src={`data:${picture.type};base64,${picture.content}`} alt={name} className={classes.picture} />
      )}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          loading={saving.isPending}
          aria-label={`Download ${name}`}
          onClick={() => saving.mutate()}
        >
          {name}
        </Button>
        <Text fz="xs" c="dimmed">
          Logo, {fileSize(size)}, {momentText(at)}
        </Text>
      </div>
      {picture === undefined && canBeShown(name) && (
        <FilePreview name={name} read={() => artworkFile(backend, id)} />
      )}
    </Group>
  )
}
