import type { Credentials } from '../../../load/site-calls.ts'

interface ShownPicture {
  readonly image_url: string
  readonly image_widths: readonly number[] | null
}

const rowsAtOnce = 1000

/**
 * How many bytes a card's picture of `width` pixels has: of every picture that some product shows, ascending. A picture
 * without that size counts as it is, since that is what a card loads then.
 * @param url the site's, which serves pictures as well as records
 */
export async function pictureBytes(
  url: string,
  admin: Credentials,
  width: number,
): Promise<readonly number[]> {
  const pictures = await shownPictures(url, admin)
  const sizes = pictures.map(({ image_url, image_widths }) =>
    // Named as docs/decisions/28 says.
    image_widths?.slice(0, -1).includes(width) === true
      ? image_url.replace(/(\.\w+)$/, `-${width}$1`)
      : image_url,
  )
  const bytes: number[] = []
  for (const address of new Set(sizes)) {
    const answer = await fetch(new URL(address, url), { method: 'HEAD' })
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`)
    bytes.push(Number(answer.headers.get('content-length')))
  }
  return bytes.toSorted((one, other) => one - other)
}

async function shownPictures(url: string, admin: Credentials): Promise<readonly ShownPicture[]> {
  // The contract's form, and Supabase's.
  const { supabaseKey } = (await (await fetch(`${url}/config.json`)).json()) as { supabaseKey: string }
  const session = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { access_token: token } = (await session.json()) as { access_token: string }
  const headers = { apikey: supabaseKey, authorization: `Bearer ${token}` }
  const rows: ShownPicture[] = []
  for (let offset = 0; offset === rows.length; offset += rowsAtOnce) {
    const page = await fetch(
      `${url}/rest/v1/products?select=image_url,image_widths&image_url=not.is.null&order=id&limit=${rowsAtOnce}&offset=${offset}`,
      { headers },
    )
    if (!page.ok) throw new Error(`The products answered ${page.status}.`)
    rows.push(...((await page.json()) as ShownPicture[]))
  }
  return rows
}
