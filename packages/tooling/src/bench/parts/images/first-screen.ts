import type { Browser } from '@playwright/test'

/** A window in which the catalogue is looked at. */
export interface Screen {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Pixels of the screen for one of the page's, along a side. */
  readonly density: number
}

/** What a visitor's first look at the catalogue loads in pictures. */
export interface FirstScreen {
  readonly pictures: number
  readonly bytes: number
  /** How many of the cards' pictures keep their place and come in sizes. */
  readonly whole: number
  /** How many of the cards' pictures there are, loaded or not. */
  readonly cards: number
  /** How many were loaded in a size larger than the next above what is shown. */
  readonly tooLarge: number
}

/** Nothing more comes once nothing has come for so long. */
const quietMs = 1500

/** Looks at the catalogue, without scrolling, until nothing more comes. */
export async function lookAtCatalogue(browser: Browser, url: string, screen: Screen): Promise<FirstScreen> {
  const context = await browser.newContext({
    viewport: { width: screen.width, height: screen.height },
    deviceScaleFactor: screen.density,
    isMobile: screen.density > 1,
  })
  try {
    const page = await context.newPage()
    let [pictures, bytes] = [0, 0]
    page.on('response', (response) => {
      if (!response.url().includes('/product-images/')) return
      pictures += 1
      bytes += Number(response.headers()['content-length'] ?? 0)
    })
    await page.goto(`${url}/catalogue`)
    await page.locator('article img').first().waitFor()
    for (let before = -1; before !== pictures;) {
      before = pictures
      await page.waitForTimeout(quietMs)
    }
    const cards = await page.locator('article img').evaluateAll(
      (images, density) =>
        images.map((image) => {
          const picture = image as HTMLImageElement // what the selector finds
          const choices = picture.srcset.split(', ').map((choice) => {
            const [address = '', width = ''] = choice.split(' ')
            return { address, width: Number.parseInt(width, 10) }
          })
          const needed = picture.getBoundingClientRect().width * density
          const enough = choices.find(({ width }) => width >= Math.floor(needed))?.width ?? Infinity
          const loaded = choices.find(({ address }) => address === picture.currentSrc)?.width
          return {
            isWhole: ['width', 'height', 'srcset', 'sizes'].every((name) => picture.hasAttribute(name)),
            isTooLarge: picture.currentSrc !== '' && (loaded === undefined || loaded > enough),
          }
        }),
      screen.density,
    )
    return {
      pictures,
      bytes,
      whole: cards.filter(({ isWhole }) => isWhole).length,
      cards: cards.length,
      tooLarge: cards.filter(({ isTooLarge }) => isTooLarge).length,
    }
  } finally {
    await context.close()
  }
}
