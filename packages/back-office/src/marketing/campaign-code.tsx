import { Box, Group } from '@mantine/core'
import { encode, renderSVG } from 'uqr'

import { usePlatform } from '@giftwell/shared/platform/platform.ts'
import { shortPath } from '@giftwell/shared/settings/campaign-links.ts'
import { CopyButton, RowButton } from '../screen/buttons.tsx'

/** A quarter of it may be covered or lost in print; four modules of white around it. */
const options = { ecc: 'Q', border: 4 } as const
/** Of a PNG, for print. */
const modulePixels = 24

/** The QR code of a short link, to save and to copy. */
export function CampaignCode({ word }: { readonly word: string }) {
  const platform = usePlatform()
  const link = `${platform.siteOrigin}${shortPath(word)}`
  const svg = renderSVG(link, options)
  const save = (content: Blob, kind: string) =>
    void platform.saveFile({ name: `qr-${word}.${kind}`, content })
  return (
    <div>
      {/* Cameras read dark squares on white, in the dark theme as well. */}
      <Box
        component="img"
        display="block"
        w={180}
        h={180}
        mb={10}
        bd="1px solid var(--gw-hairline)"
        bdrs="md"
        bg="#fff"
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={`QR code of ${link}`}
      />
      <Group gap="xs">
        <CopyButton label="Copy link" text={link} variant="default" size="compact-sm" />
        <RowButton label="Save SVG" onClick={() => save(new Blob([svg], { type: 'image/svg+xml' }), 'svg')} />
        <RowButton label="Save PNG" onClick={() => void pngOf(link).then((png) => png && save(png, 'png'))} />
      </Group>
    </div>
  )
}

/** Drawn square by square, so that edges stay sharp; null where the browser cannot. */
async function pngOf(link: string): Promise<Blob | null> {
  const { data, size } = encode(link, options)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * modulePixels
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [row, modules] of data.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) context.fillRect(column * modulePixels, row * modulePixels, modulePixels, modulePixels)
  return new Promise((resolve) => canvas.toBlob(resolve))
}
