import type { Line } from './line.ts'
import { anatomy } from './lines/anatomy.ts'
import { awards } from './lines/awards.ts'
import { bags } from './lines/bags.ts'
import { bottles } from './lines/bottles.ts'
import { cupsAndTumblers } from './lines/cups.ts'
import { deskAndOffice } from './lines/desk.ts'
import { eco } from './lines/eco.ts'
import { festive } from './lines/festive.ts'
import { gourmet } from './lines/gourmet.ts'
import { home } from './lines/home.ts'
import { medical } from './lines/medical.ts'
import { stationery } from './lines/stationery.ts'
import { tech } from './lines/tech.ts'
import { textiles } from './lines/textiles.ts'
import { travel } from './lines/travel.ts'
import { wellness } from './lines/wellness.ts'

/** Every line of the demo catalogue. */
export const allLines: readonly Line[] = [
  ...bottles,
  ...cupsAndTumblers,
  ...deskAndOffice,
  ...bags,
  ...tech,
  ...stationery,
  ...textiles,
  ...wellness,
  ...gourmet,
  ...festive,
  ...awards,
  ...home,
  ...travel,
  ...anatomy,
  ...medical,
  ...eco,
]
