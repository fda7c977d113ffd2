import { linesOf } from '../line.ts'

/** Eco living. */
export const eco = linesOf(
  { category: 'Eco Living', themes: ['Eco-friendly', 'Made in India', 'Wellness'] },
  {
    cutlery: {
      at: 'Bamboo & Cutlery',
      in: 'aubergine navy leaf brick',
      bands: [2],
      nouns: [
        'Bamboo Cutlery in a {c} Roll',
        '{c} Travel Cutlery Roll',
        'Reusable Cutlery Set, {c} Roll',
        'Zero-Waste Cutlery, {c}',
      ],
      extras: [
        '',
        ' with Two Straws',
        ', Custom Printed',
        ', Set of 5',
        ' with Cleaning Brush',
        ', Engraved',
        ' for Lunch Desks',
      ],
    },
    seedKit: {
      at: 'Seed & Plant Kits',
      in: 'sage teal brick marigold',
      bands: [1, 2],
      nouns: [
        'Grow Kit with a {c} Pot',
        'Seed Kit, Terracotta and {c} Pots',
        '{c} Sprout Kit',
        'Desk Garden Kit, {c}',
      ],
      extras: [
        '',
        ', Basil',
        ', Tulsi',
        ', Marigold Seeds',
        ', Chilli',
        ', Custom Packet',
        ' with Coir Discs',
      ],
    },
    juteBag: {
      at: 'Jute & Cotton Bags',
      in: 'aubergine marigold blush leaf',
      bands: [2],
      nouns: [
        'Jute Bag with {c} Panel',
        '{c} Handle Jute Tote',
        'Petal-Print Jute Bag, {c}',
        'Jute Lunch Bag in Natural and {c}',
      ],
      extras: [
        '',
        ', Custom Printed',
        ', Laminated',
        ', Large',
        ' with Rope Handles',
        ', Pack of 5',
        ' with Zip',
      ],
    },
  },
)
