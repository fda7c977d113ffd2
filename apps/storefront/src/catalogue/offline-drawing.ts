import { lateCode } from '@giftwell/shared/ui/late/late-code.ts'

import address from '../pictures/offline.svg'

/** What is drawn where nothing could be loaded: fetched ahead, since then it could not be either. */
export const offlineDrawing = {
  address,
  ahead: lateCode(async () => {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return picture
  }),
}
