import { join } from 'node:path'

import { openPglite } from '@giftwell/backend/database/open-pglite.ts'
import { prepareDatabase } from '../database/prepare-database.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { largeCatalogue } from './large-catalogue.ts'

// What fillLargeCatalogue runs, with the data folder to fill: a program of its own.

const [dataFolder] = process.argv.slice(2)
if (dataFolder === undefined) throw new Error('Say which data folder to fill.')
const database = await openPglite(join(dataFolder, 'database'))
await prepareDatabase(database)
await database.transaction(async (session) => fillCatalogue(session, largeCatalogue))
await database.vacuum()
await database.close()
