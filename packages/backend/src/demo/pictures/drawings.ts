import { brain, eye, heart, spine, tooth } from '../families/anatomy.ts'
import { cap, polo, teeStack } from '../families/apparel.ts'
import { earbuds, headphones, speaker } from '../families/audio.ts'
import { crystal, medal, plaque, star, trophy } from '../families/awards.ts'
import { backpack, duffel, laptopSleeve, messenger, pouch, rollTop } from '../families/bags.ts'
import {
  copperBottle,
  flaskAndCup,
  infuserBottle,
  loopBottle,
  slimBottle,
  sportsBottle,
} from '../families/bottles.ts'
import { boxStack, chocolateBox, dryFruitBox, ribbonBox, sleeveBox, teaTins } from '../families/boxes.ts'
import { careKit, clipboard, firstAid, labCoat, pillOrganiser, stethoscope } from '../families/clinic.ts'
import {
  copperTumblers,
  cupAndSaucer,
  enamelMug,
  kulhads,
  mug,
  mugPair,
  travelCup,
  tumbler,
} from '../families/cups.ts'
import { phoneStand, photoFrame } from '../families/desk-frame.ts'
import { globe, lamp, planter } from '../families/desk-light.ts'
import { calendar, deskClock } from '../families/desk-time.ts'
import { deskMat, organiser, penCup } from '../families/desk-top.ts'
import { diyaSet, lantern, sweetBox, thali, urli } from '../families/festive.ts'
import { charger, flashDrive, keyboard, powerBank, smartBand } from '../families/gadgets.ts'
import { dryFruitJars, giftSet, hamper, jarTrio } from '../families/hampers.ts'
import { carafe, coasters, servingBoard, teapot, vases } from '../families/home.ts'
import { conferenceKit, cutlery, joiningKit, lanyards, seedKit, tiffin } from '../families/kits.ts'
import { keychain, passportSet, valetTray, wallet } from '../families/leather.ts'
import {
  cardCase,
  diarySet,
  folder,
  journals,
  notebook,
  penCase,
  penTrio,
  plannerPad,
} from '../families/stationery.ts'
import { cushion, stole, throwBlanket, towels } from '../families/textiles.ts'
import { carrier, juteBag, potli, tote } from '../families/totes.ts'
import { neckPillow, packingCubes, trolley, umbrella } from '../families/travel.ts'
import { singingBowl, spiceBox, wallClock } from '../families/walls.ts'
import { candle, candleTins, diffuser, soaps, yogaMat } from '../families/wellness.ts'
import type { Palette } from '../drawing/palette.ts'
import type { Ctx } from '../drawing/pose.ts'
import type { DrawingName } from './stagings.ts'

/** Draws one product, with its shadow, over whatever is there. */
export type Drawing = (ctx: Ctx, palette: Palette) => void

/** The drawing of every name. */
export const drawings: Readonly<Record<DrawingName, Drawing>> = {
  brain,
  eye,
  heart,
  spine,
  tooth,
  cap,
  polo,
  teeStack,
  earbuds,
  headphones,
  speaker,
  crystal,
  medal,
  plaque,
  star,
  trophy,
  backpack,
  duffel,
  laptopSleeve,
  messenger,
  pouch,
  rollTop,
  copperBottle,
  flaskAndCup,
  infuserBottle,
  loopBottle,
  slimBottle,
  sportsBottle,
  boxStack,
  chocolateBox,
  dryFruitBox,
  ribbonBox,
  sleeveBox,
  teaTins,
  careKit,
  clipboard,
  firstAid,
  labCoat,
  pillOrganiser,
  stethoscope,
  copperTumblers,
  cupAndSaucer,
  enamelMug,
  kulhads,
  mug,
  mugPair,
  travelCup,
  tumbler,
  phoneStand,
  photoFrame,
  globe,
  lamp,
  planter,
  calendar,
  deskClock,
  deskMat,
  organiser,
  penCup,
  diyaSet,
  lantern,
  sweetBox,
  thali,
  urli,
  charger,
  flashDrive,
  keyboard,
  powerBank,
  smartBand,
  dryFruitJars,
  giftSet,
  hamper,
  jarTrio,
  carafe,
  coasters,
  servingBoard,
  teapot,
  vases,
  conferenceKit,
  cutlery,
  joiningKit,
  lanyards,
  seedKit,
  tiffin,
  keychain,
  passportSet,
  valetTray,
  wallet,
  cardCase,
  diarySet,
  folder,
  journals,
  notebook,
  penCase,
  penTrio,
  plannerPad,
  cushion,
  stole,
  throwBlanket,
  towels,
  carrier,
  juteBag,
  potli,
  tote,
  neckPillow,
  packingCubes,
  trolley,
  umbrella,
  singingBowl,
  spiceBox,
  wallClock,
  candle,
  candleTins,
  diffuser,
  soaps,
  yogaMat,
}
