import { writeFile } from 'node:fs/promises'

import { siteFolder } from './build-site.ts'
import { acceptedWeightsFile, firstViews } from './first-view-budget.ts'
import { weighPage } from './page-weight.ts'

// Writes down what the first views of the website that was built last weigh, so that the next growth is told from it.

const weights = Object.fromEntries(
  await Promise.all(firstViews.map(async (page) => [page, await weighPage(siteFolder, page)] as const)),
)
await writeFile(acceptedWeightsFile, `${JSON.stringify(weights, null, 2)}\n`)
