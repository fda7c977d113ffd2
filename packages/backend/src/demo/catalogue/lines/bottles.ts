import { linesOf } from '../line.ts'

const steel = [
  '',
  ', 500 ml',
  ', 750 ml',
  ', Laser Engraved',
  ' in a Gift Tube',
  ' with Cleaning Brush',
  ', One Litre',
] as const

/** Drinkware: bottles and flasks. */
export const bottles = linesOf(
  { category: 'Drinkware', themes: ['Onboarding', 'Work from Home', 'New Year'] },
  {
    loopBottle: {
      at: 'Bottles & Flasks',
      in: 'teal leaf charcoal marigold blush',
      bands: [3, 4],
      themes: ['Eco-friendly'],
      nouns: [
        '{c} Insulated Bottle with Carry Loop',
        'Loop-Cap Steel Bottle in {c}',
        '{c} Powder-Coated Trek Bottle',
        'Vacuum Bottle with Loop Lid, {c}',
      ],
      extras: steel,
    },
    slimBottle: {
      at: 'Bottles & Flasks',
      in: 'sage navy aubergine ivory',
      bands: [3, 4],
      themes: ['Premium'],
      nouns: [
        '{c} Slim Steel Bottle with Bamboo Cap',
        'Bamboo-Cap Bottle in {c}',
        'Slender {c} Vacuum Bottle',
        '{c} Bowling-Shape Flask',
      ],
      extras: steel,
    },
    sportsBottle: {
      at: 'Bottles & Flasks',
      in: 'brick teal sand',
      bands: [2, 3],
      themes: ['Wellness'],
      nouns: [
        '{c} Sports Bottle with {a} Grip',
        'Flip-Spout Gym Bottle in {c}',
        '{c} Sipper with Grip Band',
        'Grip-Band Hydration Bottle, {c}',
      ],
      extras: [
        '',
        ', 600 ml',
        ', 750 ml',
        ' with Printed Mark',
        ' for Marathon Teams',
        ' in a Carton',
        ', BPA Free',
      ],
    },
    flaskAndCup: {
      at: 'Bottles & Flasks',
      in: 'navy leaf brick',
      bands: [4, 5],
      themes: ['Premium'],
      nouns: [
        '{c} Vacuum Flask with Steel Cups',
        'Travel Flask and Cup Set in {c}',
        '{c} Tea Flask with Cup Lid',
        'Two-Cup Vacuum Flask, {c}',
      ],
      extras: [
        '',
        ', 750 ml',
        ', One Litre',
        ' in a Gift Box',
        ', Laser Engraved',
        ' with Carry Sleeve',
        ', Keeps Hot for Twelve Hours',
      ],
    },
    copperBottle: {
      at: 'Copper & Brass',
      in: 'copper brick teal',
      bands: [3, 4],
      themes: ['Made in India', 'Wellness', 'Diwali'],
      nouns: [
        'Hammered Copper Bottle',
        'Hand-Beaten Copper Water Bottle',
        'Copper Bottle with Brass Finial',
        'Pure Copper Carafe Bottle',
      ],
      extras: [
        '',
        ', 900 ml',
        ' in a Silk Pouch',
        ', Engraved',
        ' with Care Card',
        ' in a Gift Box',
        ' by Moradabad Artisans',
      ],
    },
    infuserBottle: {
      at: 'Bottles & Flasks',
      in: 'leaf aubergine copper',
      bands: [3, 4],
      themes: ['Wellness', 'Eco-friendly'],
      nouns: [
        'Glass Infuser Bottle with {c} Sleeve',
        '{c} Sleeve Tea Infuser Flask',
        'Detox Infuser Bottle, {c} Sleeve',
        'Bamboo-Cap Infuser in a {c} Sleeve',
      ],
      extras: [
        '',
        ', 550 ml',
        ' with Green Tea Sampler',
        ' in a Gift Tube',
        ', Engraved Sleeve',
        ' with Cleaning Brush',
        ', Borosilicate',
      ],
    },
  },
)
