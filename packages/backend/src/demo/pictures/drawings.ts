import type { Palette } from '../drawing/palette.ts'
import type { Ctx } from '../drawing/pose.ts'
import { eye, spine } from '../families/anatomy-stands.ts'
import { brain, heart, tooth } from '../families/anatomy.ts'
import { cap, polo, teeStack } from '../families/apparel.ts'
import { earbuds, headphones, speaker } from '../families/audio.ts'
import { crystal, star, trophy } from '../families/awards.ts'
import { backpack, duffel, laptopSleeve, messenger, pouch, rollTop } from '../families/bags.ts'
import {
  copperBottle,
  flaskAndCup,
  infuserBottle,
  loopBottle,
  slimBottle,
  sportsBottle,
} from '../families/bottles.ts'
import { boxStack, ribbonBox, sleeveBox, teaTins } from '../families/boxes.ts'
import { careKit, clipboard, firstAid, pillOrganiser } from '../families/clinic-kits.ts'
import { labCoat, stethoscope } from '../families/clinic.ts'
import { enamelMug, mug, mugPair, travelCup, tumbler } from '../families/cups.ts'
import { phoneStand, photoFrame } from '../families/desk-frame.ts'
import { globe, lamp, planter } from '../families/desk-light.ts'
import { calendar, deskClock } from '../families/desk-time.ts'
import { deskMat, organiser, penCup } from '../families/desk-top.ts'
import { cutlery, seedKit } from '../families/eco.ts'
import { diyaSet, thali, urli } from '../families/festive.ts'
import { folder } from '../families/folder.ts'
import { charger, flashDrive, keyboard, powerBank, smartBand } from '../families/gadgets.ts'
import { giftSet, hamper } from '../families/hampers.ts'
import { servingBoard, vases } from '../families/home.ts'
import { dryFruitJars, jarTrio } from '../families/jars.ts'
import { conferenceKit, joiningKit, lanyards } from '../families/kits.ts'
import { lantern } from '../families/lantern.ts'
import { keychain, passportSet, valetTray, wallet } from '../families/leather.ts'
import { cardCase, penCase, penTrio } from '../families/pens.ts'
import { medal, plaque } from '../families/plaques.ts'
import { soaps, yogaMat } from '../families/spa.ts'
import { diarySet, journals, notebook, plannerPad } from '../families/stationery.ts'
import { sweetBox } from '../families/sweets.ts'
import { carafe, coasters, teapot } from '../families/tableware.ts'
import { copperTumblers, cupAndSaucer, kulhads } from '../families/tea-cups.ts'
import { cushion, stole, throwBlanket, towels } from '../families/textiles.ts'
import { tiffin } from '../families/tiffin.ts'
import { carrier, juteBag, potli, tote } from '../families/totes.ts'
import { neckPillow, packingCubes, trolley, umbrella } from '../families/travel.ts'
import { chocolateBox, dryFruitBox } from '../families/treats.ts'
import { singingBowl, spiceBox, wallClock } from '../families/walls.ts'
import { candle, candleTins, diffuser } from '../families/wellness.ts'
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
